/**
 * Computes the marks on a new table: drawn tiles, and the tiles and melds that other players have
 * changed since the viewer's last turn.
 */

import type { TableChange } from '../motion/table_change';
import type { Draft, Id, Piece } from './draft';

export interface Marks {
  /**
   * The tiles laid since the viewer's last turn, each with the seat that laid it if known. The last
   * play comes last.
   */
  readonly last: ReadonlyMap<Id, number | undefined>;
  /** The keys of the melds changed since then, each with the seat that changed it if known. */
  readonly touched: ReadonlyMap<number, number | undefined>;
  /** The tiles that were drawn last, marked until the player acts. */
  readonly drawn: ReadonlySet<Id>;
}

/** The marks after a change from one draft to another. */
export function marksAfter(
  { last, touched, drawn }: Marks,
  was: Draft,
  is: Draft,
  { by, own, over }: TableChange,
): Marks {
  const came = newcomers(was, is);
  const changed = is.start.filter(
    (pile) => !was.start.some(({ key, ids }) => key === pile.key && `${ids}` === `${pile.ids}`),
  );
  // if a seat lays again, the marks of its earlier play are removed
  const anew = !own && came.laid.length > 0;
  const grown = <K>(
    old: ReadonlyMap<K, number | undefined>,
    more: readonly K[],
  ): ReadonlyMap<K, number | undefined> => {
    const kept = over
      ? []
      : [...old].filter(([each, seat]) => own || !((anew && seat === by) || more.includes(each)));
    return new Map([...kept, ...(own ? [] : more).map((each) => [each, by] as const)]);
  };
  return {
    last: grown(last, came.laid),
    touched: grown(
      touched,
      changed.map(({ key }) => key),
    ),
    drawn: new Set(came.drawn.length ? came.drawn : [...drawn].filter((id) => is.pieces.has(id))),
  };
}

/** The tiles that are new on the table and on the rack. */
function newcomers(old: Draft, draft: Draft): { readonly laid: readonly Id[]; readonly drawn: readonly Id[] } {
  const was = new Set(old.start.flatMap((pile) => pile.ids));
  const laid = draft.start.flatMap((pile) => pile.ids).filter((id) => !was.has(id));
  const racked = (of: Draft): Piece[] => [...of.pieces.values()].filter((p) => p.origin === 'rack');
  // a complete new rack is a deal
  const drawn = racked(old).length ? racked(draft).flatMap(({ id }) => (old.pieces.has(id) ? [] : id)) : [];
  return { laid, drawn };
}
