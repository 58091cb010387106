/** Splits a solution into a sequence of tables. Each differs from the previous one by a single tile. */

import { bare, meldTexts, shared, without } from '../rules';
import type { Puzzle } from './puzzle';

/** Return the tiles of a meld in notation. Jokers do not represent tiles. */
export const bareTiles = (meld: string): string[] => meld.split(' ').map(bare);

/**
 * Return the index of the pile that becomes each meld in the solution, or -1 for a meld that is built from scratch.
 * Pairs that share the most tiles are matched first.
 */
function sourcesOf(piles: readonly (readonly string[])[], targets: readonly (readonly string[])[]): number[] {
  const pairs = targets.flatMap((target, t) => piles.map((pile, p) => ({ t, p, n: shared(target, pile) })));
  const home = targets.map(() => -1);
  for (const { t, p, n } of pairs.sort((a, b) => b.n - a.n)) {
    if (n && home[t] === -1 && !home.includes(p)) home[t] = p;
  }
  return home;
}

/** Where the table has to be touched first: the index of a meld, and its tiles that go into other melds. */
export interface FirstTouch {
  readonly meld: number;
  readonly tiles: readonly string[];
}

/**
 * Return the meld on the table that loses the fewest tiles. If none loses any, return one that grows, or null if
 * the solution does not change the table.
 */
export function firstTouch({ table, answer }: Pick<Puzzle, 'table' | 'answer'>): FirstTouch | null {
  const [piles, targets] = [meldTexts(table).map(bareTiles), meldTexts(answer).map(bareTiles)];
  const home = sourcesOf(piles, targets);
  const changes = piles.map((pile, meld) => {
    const target = targets[home.indexOf(meld)] ?? [];
    return { meld, tiles: without(pile, target), grows: target.length > pile.length };
  });
  const [least] = changes.filter(({ tiles }) => tiles.length).sort((a, b) => a.tiles.length - b.tiles.length);
  return least ?? changes.find(({ grows }) => grows) ?? null;
}

/** Return all the tables from the start to the solution. Each step moves a single tile. */
export function solutionTables(puzzle: Pick<Puzzle, 'table' | 'answer'>): string[] {
  const answer = meldTexts(puzzle.answer);
  const targets = answer.map(bareTiles);
  const piles = meldTexts(puzzle.table).map(bareTiles);
  const home = sourcesOf(piles, targets).map((at) => (at === -1 ? piles.push([]) - 1 : at));
  const tables: string[] = [];
  const text = (pile: readonly string[], p: number): string => {
    const t = home.indexOf(p);
    if (t < 0) return pile.join(' ');
    const whole = pile.length === targets[t]!.length && shared(pile, targets[t]!) === pile.length;
    const order = targets[t]!;
    return whole ? answer[t]! : [...pile].sort((a, b) => order.indexOf(a) - order.indexOf(b)).join(' ');
  };
  const note = (): void => void tables.push(piles.map(text).filter(Boolean).join(' / '));
  /** Return the index of a pile that has this tile but does not need it. */
  const spare = (tile: string, not: number): number =>
    piles.findIndex((pile, p) => {
      if (p === not) return false;
      const need = targets[home.indexOf(p)] ?? [];
      return pile.filter((each) => each === tile).length > need.filter((each) => each === tile).length;
    });
  targets.forEach((target, t) => {
    const to = home[t]!;
    for (const tile of without(target, piles[to]!)) {
      const from = spare(tile, to);
      if (from >= 0) piles[from]!.splice(piles[from]!.indexOf(tile), 1);
      piles[to]!.push(tile);
      note();
    }
  });
  if (tables.at(-1) !== puzzle.answer) tables.push(puzzle.answer);
  return tables;
}
