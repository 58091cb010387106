/** Tracks how far a player has carried out a hint's play on the table. */

import type { StepView } from '../../net/types';
import { readings, readTiles, tileText, without, type TileSet } from '../../rules';
import type { Control } from '../../table';
import { draftTexts, pileOf, tilesIn } from '../../table/state/draft';

const bare = (tile: string): string => tile.replace(/^\*.+/, '*');
const key = (pile: readonly string[]): string => pile.map(bare).sort().join(' ');

/**
 * Return the number of completed steps for a table with these piles, or null if the piles belong to another play.
 * Steps may be combined: the result counts all steps up to the last one whose table has been reached. Tiles that a step
 * picks up may lie in any piles of their own.
 */
export function stepsDone(steps: readonly StepView[], piles: readonly (readonly string[])[]): number | null {
  const there = piles.map(key);
  for (let done = steps.length; done; done--) {
    const { rows = [], hand = [] } = steps[done - 1]!;
    const wanted = rows.filter((row) => row.length).map(key);
    const rest = without(there, wanted).flatMap((pile) => pile.split(' '));
    if (!without(wanted, there).length && key(rest) === key(hand)) return done;
  }
  return null;
}

/** Return the piles as they would be if the picked table tiles were laid on the felt. */
export function pilesWithPicked(control: Control): string[][] {
  const { draft, selected } = control;
  const picked = selected.filter((id) => pileOf(draft, id));
  const { draft: after } = control.moved(picked, { on: 'table', spot: { row: 0, col: 0 } });
  return draftTexts(after).map((pile) => pile.split(' '));
}

/** Return the ids of the tiles that a step moves or, once they are picked, of those in the pile that they are added to. */
export function markedFor(step: StepView, control: Control): string[] {
  const moved = movedBy(step, control);
  if (!moved.every((id) => control.selected.includes(id))) return moved;
  const wanted = step.target?.length ? key(step.target) : '';
  const { draft } = control;
  const target = draft.piles.find(({ ids }) => key(tilesIn(draft, ids).map(tileText)) === wanted);
  return target ? [...target.ids] : moved;
}

/** Return the ids of the tiles that a step moves: rack tiles, and table tiles from the step's pile or picked up before. */
export function movedBy(step: StepView, { draft, rack }: Control): string[] {
  const { rack: own = [], tiles = [], taken = [], source = [], held = [] } = step;
  const among = (ids: readonly string[], wanted: readonly string[]): string[] => {
    const left = wanted.map(bare);
    return ids.filter((id) => {
      const at = left.indexOf(tileText(draft.pieces.get(id)!.tile));
      return at >= 0 && left.splice(at, 1).length > 0;
    });
  };
  const pile = step.code === 'replace' ? (step.target ?? []) : source;
  const whole = (ids: readonly string[]): boolean => among(ids, pile).length === pile.length;
  const from = pile.length
    ? draft.piles.filter(({ ids }) => whole(ids)).slice(0, 1)
    : draft.piles.filter(({ kind }) => !kind);
  const there = from.flatMap(({ ids }) => ids);
  return [...among(rack, own), ...among(there, taken.length ? taken : pile.length ? tiles : held)];
}

/** The number of steps that a beginner can follow. */
const FEW = 6;

/**
 * Return the beginning of a play that a beginner can follow: the longest one with few steps after which every pile is a
 * meld, or otherwise the shortest one.
 */
export function beginning(steps: readonly StepView[], set: TileSet): readonly StepView[] {
  const whole = (row: readonly string[]): boolean =>
    !row.length || readings(readTiles(row.map(bare).join(' '), set), set).length > 0;
  const ends = steps.flatMap(({ rows = [], hand = [] }, i) => (!hand.length && rows.every(whole) ? i + 1 : []));
  return steps.slice(0, ends.findLast((end) => end <= FEW) ?? ends[0]);
}

/** Return the steps of the initial melds, which are laid from the rack before anything else. */
export function opening(steps: readonly StepView[]): readonly StepView[] {
  const after = steps.findIndex(({ code, held = [] }) => code !== 'lay' || held.length > 0);
  return after > 0 ? steps.slice(0, after) : steps;
}

/** Return whether a step takes tiles away from a meld. */
export const rearranges = (steps: readonly StepView[]): boolean =>
  steps.some(({ code }) => code !== 'lay' && code !== 'add');
