/**
 * Rebases a draft when the table changes: preserves the changes that are still possible, and undoes the rest.
 *
 * Changed piles that have exchanged tiles form a knot. A knot is still possible if all its original melds are on
 * the table. A knot that only adds tiles to one meld is possible even if other tiles have been added to that meld.
 */

import { readings, without } from '../../rules';
import { meldOf, reset, samePiles, tileAt, tilesIn, type Draft, type Id, type Pile } from './draft';
import { dealt, type Deal } from './deal';
import { move } from './moves';

/** A draft after rebasing. */
export interface Rebased {
  readonly draft: Draft;
  /** True if all changes in the draft were still possible. */
  readonly whole: boolean;
}

interface Knot {
  readonly lift: readonly Pile[];
  readonly lay: readonly Pile[];
}

/** Return the draft for a new deal, including those changes in *old* that are still possible. */
export function rebase(old: Draft, deal: Deal): Rebased {
  const base = dealt(reset(old), deal);
  let draft = base;
  let whole = true;
  for (const knot of knots(old)) {
    const next = applied(old, draft, base, knot);
    if (next) draft = next;
    else whole = false;
  }
  return { draft, whole };
}

/** Group the changed piles into knots. Piles that share tiles belong to the same knot. */
function knots(draft: Draft): Knot[] {
  const kept = new Set(draft.piles.filter((pile) => draft.start.some((was) => samePiles([was], [pile]))));
  const lay = draft.piles.filter((pile) => !kept.has(pile));
  const lift = draft.start.filter((was) => ![...kept].some((pile) => samePiles([was], [pile])));
  const found: { lift: Pile[]; lay: Pile[] }[] = [];
  for (const [side, pile] of [...lift.map((p) => ['lift', p] as const), ...lay.map((p) => ['lay', p] as const)]) {
    const touching = found.filter((k) => [...k.lift, ...k.lay].some((p) => touch(p, pile)));
    const knot = {
      lift: touching.flatMap((k) => k.lift),
      lay: touching.flatMap((k) => k.lay),
    };
    knot[side].push(pile);
    for (const each of touching) found.splice(found.indexOf(each), 1);
    found.push(knot);
  }
  return found;
}

const touch = (a: Pile, b: Pile): boolean => a.ids.some((id) => b.ids.includes(id));

/** Return the new draft after applying the changes in a knot, or null if they are no longer possible. */
function applied(old: Draft, draft: Draft, base: Draft, { lift, lay }: Knot): Draft | null {
  const free = draft.piles.filter((pile) => base.piles.includes(pile));
  const found = lift.map((was) => {
    const at = free.findIndex((pile) => same(old, was, base, pile));
    return at < 0 ? undefined : free.splice(at, 1)[0];
  });
  const own = ownIds(old, draft, lay);
  if (!own) return null;
  if (lift.length === 1 && lay.length === 1 && !found[0]) return added(old, draft, free, lift[0]!, own);
  if (found.some((pile) => !pile)) return null;
  const named = new Map<Id, Id>(own);
  lift.forEach((was, i) => {
    // match tiles by their positions, which works because jokers do not change their positions
    was.ids.forEach((id, n) => named.set(id, found[i]!.ids[n]!));
  });
  let { nextKey } = draft;
  const gone = new Set(found);
  const laid = lay.map((pile) => ({ ...pile, ids: pile.ids.map((id) => named.get(id)!) }));
  const keys = new Set(draft.piles.filter((pile) => !gone.has(pile)).map((pile) => pile.key));
  const fresh = laid.map((pile) => (keys.has(pile.key) ? { ...pile, key: nextKey++ } : pile));
  const piles = [...draft.piles.filter((pile) => !gone.has(pile)), ...fresh];
  return { ...draft, piles, nextKey: Math.max(nextKey, ...fresh.map((pile) => pile.key + 1)) };
}

const same = (a: Draft, was: Pile, b: Draft, pile: Pile): boolean =>
  was.kind === pile.kind && `${tilesIn(a, was.ids)}` === `${tilesIn(b, pile.ids)}`;

/**
 * Map each tile in the knot that did not come from the table to an available tile in the new draft. Returns null if
 * there are not enough tiles.
 */
function ownIds(old: Draft, draft: Draft, lay: readonly Pile[]): Map<Id, Id> | null {
  const used = new Set(draft.piles.flatMap((pile) => pile.ids));
  const named = new Map<Id, Id>();
  for (const id of lay.flatMap((pile) => pile.ids)) {
    const piece = old.pieces.get(id)!;
    if (piece.origin === 'table') continue;
    const fits = [...draft.pieces.values()].filter(
      (p) => p.tile === piece.tile && p.origin !== 'table' && !used.has(p.id),
    );
    const found = fits.find((p) => p.id === id) ?? fits[0];
    if (!found) return null;
    named.set(id, found.id);
    used.add(found.id);
  }
  return named;
}

/** Add the tiles in a knot to the meld that the original meld has grown into. */
function added(
  old: Draft,
  draft: Draft,
  free: readonly Pile[],
  was: Pile,
  own: ReadonlyMap<Id, Id>,
): Draft | null {
  const ids = [...own.values()];
  const grown = free.find((pile) => {
    const tiles = tilesIn(draft, pile.ids);
    const more = [...tiles, ...ids.map((id) => tileAt(draft, id))];
    const whole = without(tilesIn(old, was.ids), tiles).length === 0;
    return whole && pile.kind === was.kind && readings(more, draft.set).length > 0;
  });
  if (!grown || !ids.length) return null;
  const next = move(draft, ids, { to: 'pile', key: grown.key, at: grown.ids.length }).draft;
  const pile = next.piles.find(({ key }) => key === grown.key);
  return pile && meldOf(next, pile) ? next : null;
}
