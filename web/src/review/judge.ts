/** Selects the decisions that the user can practise, and judges the plays that the user tries instead. */

import type { Decision, Option } from '../net/types/review';
import { meldTexts, split } from '../rules';

/** The verdict on a try. `part` means that it is better than the play from the game, but far from the best one. */
export type Verdict = 'good' | 'part' | 'worse' | 'unknown';

const sorted = (tiles: readonly string[]): string => tiles.toSorted().join(' ');

/** An option counts as good if its winning chance is at most this far below the best one. */
const NEAR = 0.035;

/** The ways to practise a decision: laying tiles, picking a tile to discard, or choosing where to draw from. */
export type Exercise = 'lay' | 'discard' | 'take';

const TAKE: readonly string[] = ['take', 'not_take'];
const DISCARD: readonly string[] = ['discard', 'discard_wins'];

const wins = (chance: number): number => Math.round(100 * chance);

/**
 * Return the cost of a mistake in wins per hundred rounds, or null if this was not measured. It is the difference
 * of the integers that the review gives for the two plays. A wait costs the sum of its turns.
 */
export function costOfMistake({ grade, chosen, best, error, wait }: Decision): number | null {
  if (wait) return grade && wait.win !== undefined ? Math.max(0, wins(wait.win)) : null;
  if (!error) return null;
  return chosen && best ? Math.max(0, wins(best.win[0]) - wins(chosen.win[0])) : wins(error.win[0]);
}

/** Return the way to practise a decision, or null if the better actions cannot be carried out on a table. */
export function exerciseOf({ position, reason, better = [] }: Decision): Exercise | null {
  if (!position || !reason) return null;
  if (TAKE.includes(reason.code)) return 'take';
  if (DISCARD.includes(reason.code)) return 'discard';
  return better.every((action) => /^(play|pass|draw$|discard)/.test(action)) ? 'lay' : null;
}

const plain = (tiles: readonly string[]): string[] => tiles.map((tile) => (tile.startsWith('*') ? '*' : tile));
const tilesOf = (table: string): string[] => plain(meldTexts(table).flatMap(split));

/** Return *tiles* without the tiles in *others*, each of which removes at most one tile. */
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

/** Return the options that lay these tiles. */
export const laying = ({ options = [] }: Decision, placed: readonly string[]): readonly Option[] =>
  options.filter((option) => layOf(option) === sorted(placed));

/** Return the options that end with this discard. */
export const discarding = ({ options = [] }: Decision, tile: string): readonly Option[] =>
  options.filter(({ actions }) => actions.at(-1) === `discard ${tile}`);

/** Return the options that begin with this action. */
export const beginning = ({ options = [] }: Decision, action: string): readonly Option[] =>
  options.filter(({ actions }) => actions[0] === action);

const isSame = (one: Option | undefined, other: Option): boolean => one?.actions.join() === other.actions.join();
/**
 * Return the best chance of winning with these options, by the estimate that the cost of the mistake comes from. That
 * has only a few options. Any other is as far below the best one as in the rougher estimate of all options.
 */
function chanceOf(decision: Decision, tried: readonly Option[]): number {
  const { chosen, reference, best } = decision;
  const shift = shiftOf(decision);
  const exact = (option: Option): number | undefined =>
    [best, chosen, reference].find((each) => isSame(each, option))?.win[0];
  return Math.max(...tried.map((option) => exact(option) ?? option.win[0] + shift));
}

/** Return the cost of these options in wins per hundred rounds, or null if the review did not measure them. */
export function costOf(decision: Decision, tried: readonly Option[]): number | null {
  const { best, chosen, error } = decision;
  if (!best || !error || !tried.length) return null;
  if (tried.some((option) => isSame(chosen, option))) return costOfMistake(decision);
  return Math.max(0, wins(best.win[0]) - wins(chanceOf(decision, tried)));
}

/**
 * Return a decision with one more option, which was compared with the play from the game in the same worlds.
 * *chances* are the winning chances of both there.
 */
export function withTry(decision: Decision, option: Option, chances: { win: number; chosen: number }): Decision {
  const { options = [], chosen = { ...option, actions: decision.actions, win: [chances.chosen, null, null] } } =
    decision;
  const win = Math.min(1, Math.max(0, chosen.win[0] + chances.win - chances.chosen));
  const tried: Option = { ...option, win: [win - shiftOf(decision), null, null] };
  return { ...decision, chosen, options: [...options, tried] };
}

/** Return the difference between the better and the rougher estimate of the best option. */
function shiftOf({ options = [], best }: Decision): number {
  const rough = options.find((each) => isSame(best, each))?.win[0];
  return best && rough !== undefined ? best.win[0] - rough : 0;
}

/** Judge these options by their chances. */
export function verdictOn(decision: Decision, tried: readonly Option[]): Verdict {
  const { options = [], chosen, best } = decision;
  if (!tried.length) return 'unknown';
  const found = chanceOf(decision, tried);
  const most = best?.win[0] ?? Math.max(...options.map(({ win }) => win[0]));
  const was = chosen?.win[0] ?? 0;
  if (found >= most - NEAR && found > was) return 'good';
  return wins(found) > wins(was) ? 'part' : 'worse';
}

/**
 * Judge the discard that the user tries instead. The verdict is `unknown` if the review did not compare this discard.
 */
export function discardVerdict(decision: Decision, tile: string): Verdict {
  const { better, chosen } = decision;
  const last = `discard ${tile}`;
  if (better?.at(-1) === last) return 'good';
  if (chosen?.actions.at(-1) === last) return 'worse';
  return verdictOn(decision, discarding(decision, tile));
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
 * out, opens after a wait, lays the tiles of the better play, or is an option that the review rated almost as high as the best one. It is
 * `unknown` if the review did not evaluate the play. Repeating the play from the game is never good. If the better
 * play differs from the one in the game only in its melds, the melds are compared instead.
 */
export function verdictOf(
  decision: Decision,
  placed: readonly string[],
  { out, melds }: { out: boolean; melds: readonly string[] },
): Verdict {
  const { reason, position, chosen, best, wait } = decision;
  if (out || (wait && placed.length)) return 'good';
  const mine = sorted(placed);
  if (reason?.code === 'other_table' && chosen && mine === layOf(chosen))
    return tableOf(melds) === tableOf(meldTexts(position?.after ?? '')) ? 'good' : 'unknown';
  if (chosen && mine === layOf(chosen)) return 'worse';
  if (reason && reason.code !== 'discard_wins' && mine === sorted(betterTiles(reason, best?.tiles))) return 'good';
  const verdict = verdictOn(decision, laying(decision, placed));
  return verdict === 'unknown' && reason?.code === 'out_missed' ? 'worse' : verdict; // nothing is as good as going out
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
export function comparedOf(decision: Decision, placed: readonly string[]): Compared | null {
  const { reason, best, wait } = decision;
  if (wait) return null;
  if (best && sorted(placed) === sorted(betterTiles(reason!, best.tiles))) return null;
  return comparedOn(decision, laying(decision, placed));
}

/** Compare these options with the best one and with the play from the game, or return null without figures. */
export function comparedOn(decision: Decision, tried: readonly Option[]): Compared | null {
  const { chosen, best, error } = decision;
  if (!tried.length || !chosen || !best || !error) return null;
  return { n: wins(chanceOf(decision, tried)), mine: wins(chosen.win[0]), best: wins(best.win[0]) };
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
