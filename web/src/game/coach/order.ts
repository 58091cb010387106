/** Puts the steps of a play into the player's own order, unless they depend on each other. */

import type { StepView } from '../../net/types';
import { bare, readings, readTiles, tilesOf, tileText, without, type TileSet } from '../../rules';
import type { Control } from '../../table';
import { draftTexts } from '../../table/state/draft';
import { key, progress } from './lead';

type Rows = readonly (readonly string[])[];

/** A step, the table before it in the teacher's order, and the tiles that it adds to and takes from each row. */
interface Change {
  readonly step: StepView;
  readonly before: Rows;
  readonly plus: Rows;
  readonly minus: Rows;
}

/** Split the steps into parts that are made completely: at the end of each, all picked-up tiles are laid again. */
function partsOf(steps: readonly StepView[], start: Rows): Change[][] {
  const parts: Change[][] = [[]];
  steps.forEach((step, k) => {
    const before = k ? steps[k - 1]!.rows! : start;
    const after = step.rows!;
    const change = (from: Rows, to: Rows): Rows =>
      after.map((_, i) => without((to[i] ?? []).map(bare), (from[i] ?? []).map(bare)));
    parts.at(-1)!.push({ step, before, plus: change(before, after), minus: change(after, before) });
    if (!step.hand?.length && k < steps.length - 1) parts.push([]);
  });
  return parts;
}

/** Return the table after a step, or null if the step takes tiles that are not there. */
function made(rows: Rows, { plus, minus }: Change): Rows | null {
  const bared = Array.from({ length: Math.max(rows.length, plus.length) }, (_, i) => (rows[i] ?? []).map(bare));
  if (minus.some((tiles, i) => without(tiles, bared[i]!).length)) return null;
  return bared.map((row, i) => [...without(row, minus[i] ?? []), ...(plus[i] ?? [])]);
}

const madeBy = (rows: Rows, part: readonly Change[]): Rows | null =>
  part.reduce<Rows | null>((now, change) => now && made(now, change), rows);

/** Return whether all rows that a part changes have piles of their own, perhaps with more tiles. */
function stands(before: Rows, after: Rows, piles: readonly string[]): boolean {
  const changed = after.filter((row, i) => row.length && key(row) !== key(before[i] ?? []));
  const rest = without(piles, without(after, changed).map(key));
  return (
    changed.length > 0 &&
    changed.every((row) => {
      const whole = rest.indexOf(key(row));
      const at = whole < 0 ? rest.findIndex((pile) => !without(row, pile.split(' ')).length) : whole;
      return at >= 0 && rest.splice(at, 1).length > 0;
    })
  );
}

/** Return the steps of these changes in this order, each with the table as it then is, or null if it is impossible. */
function replayed(changes: readonly Change[], start: Rows, set: TileSet): StepView[] | null {
  const steps: StepView[] = [];
  let now = start;
  for (const change of changes) {
    const after = made(now, change);
    if (!after) return null;
    const { step, before, plus, minus } = change;
    const pile = (was: readonly string[] = []): string[] => {
      const at = plus.findIndex((_, i) => plus[i]!.length + minus[i]!.length && key(before[i] ?? []) === key(was));
      const row = now[at];
      if (!row || key(row) === key(was)) return [...was];
      const [meld] = readings(readTiles(row.map(bare).join(' '), set), set);
      return meld ? tilesOf(meld).map(tileText) : [...row];
    };
    steps.push({
      ...step,
      source: pile(step.source),
      target: pile(step.target),
      rows: after.map((row) => [...row]),
    });
    now = after;
  }
  return steps;
}

/**
 * Return the steps of a play in the order that fits the table best: first the parts whose result is on it already,
 * then the part that has been begun. *start* is the table before the play.
 */
export function inPlayersOrder(
  steps: readonly StepView[],
  start: Rows,
  control: Control,
  set: TileSet,
): readonly StepView[] {
  const piles = draftTexts(control.draft).map((pile) => key(pile.split(' ')));
  const first: Change[][] = [];
  let left = partsOf(steps, start);
  let now = start;
  const isDone = (part: Change[]): boolean => {
    const after = madeBy(now, part);
    if (!after || !stands(now, after, piles)) return false;
    now = after;
    return true;
  };
  for (let part; (part = left.find(isDone)); left = without(left, [part])) first.push(part);
  const orders = left.length ? left.map((part) => [...first, part, ...without(left, [part])]) : [first];
  const fit = (some: readonly StepView[]): number => progress(some, control) ?? -1;
  return orders
    .map((order) => replayed(order.flat(), start, set))
    .reduce<readonly StepView[]>((best, some) => (some && fit(some) > fit(best) ? some : best), steps);
}
