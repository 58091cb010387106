/**
 * Computes the marks on a new table. Drawn tiles are marked, and so are the tiles and melds that other players have
 * changed since the viewer's last turn.
 */

import type { TableChange } from '../motion/table_change';
import type { Draft, Id } from './draft';

export interface Marks {
  /** The tiles laid since the viewer's last turn, oldest first, each with the seat that laid it if this is known. */
  readonly last: ReadonlyMap<Id, number | undefined>;
  /** The keys of the melds changed since the viewer's last turn, each with the seat that changed it, if known. */
  readonly touched: ReadonlyMap<number, number | undefined>;
  /** The tiles on the rack that were drawn last. They stay marked until the player acts. */
  readonly drawn: ReadonlySet<Id>;
}

/** Return the marks after the draft has changed from *was* to *is*. */
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
  // when a seat lays tiles again, remove the marks from its previous play
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
    drawn: new Set(
      came.drawn.length ? came.drawn : [...drawn].filter((id) => is.pieces.get(id)?.origin === 'rack'),
    ),
  };
}

/** Return the tiles that are new on the table, followed by those that are new on the rack. */
function newcomers(old: Draft, draft: Draft): { readonly laid: readonly Id[]; readonly drawn: readonly Id[] } {
  const was = new Set(old.start.flatMap((pile) => pile.ids));
  const laid = draft.start.flatMap((pile) => pile.ids).filter((id) => !was.has(id));
  const racked = (of: Draft): Id[] =>
    [...of.pieces.values()].filter((piece) => piece.origin === 'rack').map(({ id }) => id);
  // a tile taken from a pile keeps its id, so compare the racks
  const had = racked(old);
  // if the rack was empty before, its tiles were dealt rather than drawn
  const drawn = had.length ? racked(draft).filter((id) => !had.includes(id)) : [];
  return { laid, drawn };
}
