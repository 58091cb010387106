/** Selects the decisions that the user can practise, and judges the plays that the user tries instead. */

import type { Decision, Option } from '../net/types/review';
import { meldTexts, split } from '../rules';

export type Verdict = 'good' | 'worse' | 'unknown';

const sorted = (tiles: readonly string[]): string => tiles.toSorted().join(' ');

/** An option counts as good if its winning chance is at most this far below the best one. */
const NEAR = 0.035;

/** The ways to practise a decision: laying tiles, picking a tile to discard, or choosing where to draw from. */
export type Exercise = 'lay' | 'discard' | 'take';

const TAKE: readonly string[] = ['take', 'not_take'];
const DISCARD: readonly string[] = ['discard', 'discard_wins'];

/** Return the loss in winning chance that a decision caused, rounded to a whole number of percent. */
export const percentLost = ({ error }: Decision): number => Math.round(100 * (error?.win[0] ?? 0));

/** Return the way to practise a decision, or null if the better actions cannot be carried out on a table. */
export function exerciseOf({ position, reason, better = [] }: Decision): Exercise | null {
  if (!position || !reason) return null;
  if (TAKE.includes(reason.code)) return 'take';
  if (DISCARD.includes(reason.code)) return 'discard';
  return better.every((action) => /^(play|pass|draw$|discard)/.test(action)) ? 'lay' : null;
}

const plain = (tiles: readonly string[]): string[] => tiles.map((tile) => (tile.startsWith('*') ? '*' : tile));
const tilesOf = (table: string): string[] => plain(meldTexts(table).flatMap(split));

/** Return *tiles* without the tiles in *others*. Each of those removes at most one tile. */
function minus(tiles: readonly string[], others: readonly string[]): string[] {
  const left = [...tiles];
  for (const tile of others) {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** Return the tiles that these actions lay from the rack. */
export const laidBy = (actions: readonly string[]): string[] =>
  actions.flatMap((action) => {
    const [, before, after] = /^play (.*)=> ?(.*)$/.exec(action) ?? [];
    return after === undefined ? [] : minus(tilesOf(after), tilesOf(before!));
  });

/** A short description of a turn: the code of its message, and the tiles and the number that the message mentions. */
export interface Deed {
  readonly code: 'draw' | 'pass' | 'lay' | 'open' | 'discard' | 'take' | 'out';
  readonly tiles: readonly string[];
  readonly n: number;
}

/** Summarise the *actions* of a turn. *points* is the value of an opening, if they contain one. */
export function deedOf(actions: readonly string[], { reason }: Decision, points = 0): Deed {
  const last = actions.at(-1) ?? '';
  const laid = laidBy(actions);
  const [, discarded] = /^discard (\S+)$/.exec(last) ?? [];
  if (/^(declare|go-out)/.test(last)) return { code: 'out', tiles: [], n: 0 };
  if (discarded && (!laid.length || DISCARD.includes(reason?.code ?? '')))
    return { code: 'discard', tiles: [discarded], n: 0 };
  if (laid.length) return { code: points ? 'open' : 'lay', tiles: laid, n: points || laid.length };
  if (last === 'draw') return { code: 'draw', tiles: ['?'], n: 0 };
  return { code: last.startsWith('draw') ? 'take' : 'pass', tiles: [], n: 0 };
}

/** Return the table and the rack before a decision or, if only its discard was wrong, after its plays. */
export function startOf({ position, better = [], reason }: Decision): { table: string; rack: string } {
  const { table = '', rack = '', after = '' } = position ?? {};
  if (!DISCARD.includes(reason?.code ?? '')) return { table, rack };
  return { table: after, rack: minus(split(rack), laidBy(better)).join(' ') };
}

/** Return the table and the rack after the better actions. */
export function endOf({ position, better = [], reason }: Decision): { table: string; rack: string } {
  const taken = better[0] === 'draw discard' ? split(reason?.tiles ?? '') : [];
  const [, discarded = ''] = /^discard (\S+)$/.exec(better.at(-1) ?? '') ?? [];
  const rack = minus([...split(position?.rack ?? ''), ...taken], [...laidBy(better), discarded]);
  return { table: position?.after ?? '', rack: rack.join(' ') };
}

/**
 * Judge the discard that the user tries instead. The verdict is `unknown` if the review did not compare this discard.
 */
export function discardVerdict({ better, chosen, options }: Decision, tile: string): Verdict {
  const last = `discard ${tile}`;
  if (better?.at(-1) === last) return 'good';
  if (chosen?.actions.at(-1) === last) return 'worse';
  const found = options?.filter(({ actions }) => actions.at(-1) === last).map(({ win }) => win[0]) ?? [];
  if (!found.length) return 'unknown';
  return Math.max(...found) >= Math.max(...options!.map(({ win }) => win[0])) - NEAR ? 'good' : 'worse';
}

/** Return the reviewed action that ends a turn without laying tiles. Null in games with discards. */
export function idleAction({ actions, better, chosen, best, options, reason }: Decision): 'draw' | 'pass' | null {
  if (reason && [...TAKE, ...DISCARD].includes(reason.code)) return null;
  const turns = [actions, better, ...[chosen, best, ...(options ?? [])].map((option) => option?.actions)];
  const alone = turns.flatMap((turn) => (turn?.length === 1 ? turn : []));
  return (['draw', 'pass'] as const).find((each) => alone.includes(each)) ?? null;
}

/**
 * Judge the legal play that the user tries instead, by the tiles that it lays. The verdict is `good` if the play goes
 * out, lays the tiles of the better play, or is an option that the review rated almost as high as the best one. It is
 * `unknown` if the review did not evaluate the play. Repeating the play from the game is never good. If the better
 * play differs from the one in the game only in its melds, the melds are compared instead.
 */
export function verdictOf(
  { reason, options, position, chosen, best }: Decision,
  placed: readonly string[],
  { out, melds }: { out: boolean; melds: readonly string[] },
): Verdict {
  if (out) return 'good';
  const mine = sorted(placed);
  if (reason?.code === 'other_table' && chosen && mine === layOf(chosen))
    return tableOf(melds) === tableOf(meldTexts(position?.after ?? '')) ? 'good' : 'unknown';
  if (chosen && mine === layOf(chosen)) return 'worse';
  if (reason && reason.code !== 'discard_wins' && mine === sorted(betterTiles(reason, best?.tiles))) return 'good';
  const same = options?.filter((option) => layOf(option) === mine) ?? [];
  if (!same.length) return reason?.code === 'out_missed' ? 'worse' : 'unknown'; // nothing is as good as going out
  const most = Math.max(...options!.map(({ win }) => win[0]));
  const found = Math.max(...same.map(({ win }) => win[0]));
  const was = options!.find(({ actions }) => actions.join() === chosen?.actions.join())?.win[0] ?? 0;
  return found >= most - NEAR && found > was ? 'good' : 'worse';
}

/** Wins in a hundred rounds with the play that the user tries, with the one from the game and with the best one. */
export interface Compared {
  readonly n: number;
  readonly mine: number;
  readonly best: number;
}

/**
 * Compare a good play with the best one by the tiles that it lays. Null if it is the better play that is shown, or if
 * the review did not measure it.
 */
export function comparedOf(
  { reason, options, chosen, best }: Decision,
  placed: readonly string[],
): Compared | null {
  const mine = sorted(placed);
  const found = options?.filter((option) => layOf(option) === mine).map(({ win }) => win[0]) ?? [];
  if (!found.length || !chosen || !best || mine === sorted(betterTiles(reason!, best.tiles))) return null;
  const [n, was, most] = [Math.max(...found), chosen.win[0], best.win[0]].map((win) => Math.round(100 * win));
  return { n: n!, mine: was!, best: most! };
}

const layOf = ({ tiles }: Option): string => sorted(split(tiles));

/** Return the melds of a table in canonical order. */
const tableOf = (melds: readonly string[]): string =>
  melds
    .map((meld) => sorted(split(meld)))
    .toSorted()
    .join('/');

/** Return the tiles that the better play lays. The list is empty if laying nothing was better. */
const betterTiles = ({ code, tiles }: NonNullable<Decision['reason']>, best: string | undefined): string[] =>
  best === undefined ? (['draw', 'pass', 'hold'].includes(code) ? [] : split(tiles)) : split(best);
