/** Computes each tile's appearance and label from the widget's state. */

import { isLocked, numberOf, type Law } from '../../rules';
import type { Control } from '../control';
import type { TileLabel } from '../labels';
import type { Place, Scene } from '../layout/layout';
import { faceOf, meldOf, untouched, type Draft, type Id, type Pile } from '../state/draft';

/** Tiles that are narrower than this, in pixels, are drawn with less detail. */
const SMALL = 40;

export const shownNumber = (tile: number): boolean => tile < 256;

export const groupNumber = (draft: Draft, pile: Pile): number | null => {
  const meld = meldOf(draft, pile);
  return meld?.kind === 'group' ? numberOf(meld.numbered[0]!) : null;
};

/** Return whether the joker rules lock a pile that contains tiles from a pile locked at the start of the turn. */
export const lockedIn = (draft: Draft, pile: Pile, law: Law): boolean =>
  isLocked(meldOf(draft, pile), law) &&
  pile.ids.some((id) => draft.start.some((was) => was.ids.includes(id) && isLocked(meldOf(draft, was), law)));

/** Return each tile's appearance and label. */
export function looksOf(
  control: Control,
  scene: Scene,
): (id: Id, place: Place) => { look: string; where: TileLabel } {
  const { draft, law } = control;
  const home = new Map<Id, { pile: Pile; number: number; at: number; locked: boolean }>();
  draft.piles.forEach((pile, n) => {
    const locked = lockedIn(draft, pile, law);
    pile.ids.forEach((id, at) => home.set(id, { pile, number: n + 1, at: at + 1, locked }));
  });
  const rack = new Map(control.rack.map((id, i) => [id, i + 1]));
  const selected = new Set(control.selected);
  const others = control.watched !== null || control.provisional;
  const known = new Set(control.real.start.flatMap((pile) => pile.ids));
  const latest = [...control.last.values()].at(-1);
  const ghost = control.mode === 'ghost' && !control.watched && !untouched(draft);
  return (id, place) => {
    const piece = draft.pieces.get(id)!;
    const lies = home.get(id);
    const placed = lies !== undefined && piece.origin !== 'table';
    const face = lies ? faceOf(draft, lies.pile, lies.at - 1) : null;
    const joker = !shownNumber(piece.tile);
    const strange = others && lies !== undefined && piece.origin === 'table' && !known.has(id);
    const last = !control.hinted && control.last.has(id);
    const hinted = control.hinted && strange;
    const unfinished = strange && !hinted;
    const where: TileLabel = {
      area: place.area,
      ...(place.area === 'zone' ? { zone: piece.origin.slice(5) } : {}),
      ...(lies ? { meld: { number: lies.number, of: draft.piles.length } } : {}),
      at: lies?.at ?? rack.get(id) ?? 1,
      of: lies?.pile.ids.length ?? scene.order.length,
      ...(joker && typeof face === 'number' ? { as: face } : {}),
      ...(joker && face === 'group' ? { asNumber: groupNumber(draft, lies!.pile)! } : {}),
      selected: selected.has(id),
      placed,
      locked: lies?.locked ?? false,
      valid: !lies || meldOf(draft, lies.pile) !== null,
      last,
      drawn: control.drawn.has(id),
      hinted,
      unfinished,
    };
    const look = [
      'tile tt-tile',
      `tt-on-${place.area}`,
      scene.tile[place.area].w < SMALL && 'sm',
      where.selected && 'tt-selected',
      placed && (ghost ? 'tt-ghost' : 'tt-placed'),
      last && (control.last.get(id) === latest ? 'tt-last' : 'tt-was'),
      unfinished && 'tt-live',
      where.drawn && 'tt-drawn',
      (hinted || (!placed && control.marked.has(id))) && 'tt-hint',
      where.locked && joker && 'tt-lock',
      !control.movable(id) && 'tt-fixed',
    ];
    return { look: look.filter(Boolean).join(' '), where };
  };
}
