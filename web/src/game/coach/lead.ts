/** Tracks how far a player has carried out a hint's play on the table. */

import type { StepView } from '../../net/types';
import { JOKER, bare, readings, readTiles, tilesOf, tileText, without, type Law, type TileSet } from '../../rules';
import type { Control } from '../../table';
import { meldOfThree } from './tip';
import type { Hit } from '../../table/layout/layout';
import {
  draftTexts,
  pileOf,
  pileText,
  placedOf,
  rackOf,
  reset,
  tilesIn,
  type Draft,
  type Id,
  type Pile,
} from '../../table/state/draft';
import { placesFor } from '../../table/state/fitting';

/** Return a text that is the same for piles with the same tiles. */
export const key = (pile: readonly string[]): string => pile.map(bare).sort().join(' ');

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

const FELT: Hit & { on: 'table' } = { on: 'table', spot: { row: 0, col: 0 } };

/**
 * Return the piles that would result from laying some picked table tiles on the felt. Tiles in melds that the
 * player has laid in addition to these steps are left out.
 */
function pilesWith(steps: readonly StepView[], control: Control, picked: readonly Id[]): string[][] {
  const { draft: after } = control.moved(picked, FELT);
  const own = besides(steps, after);
  return after.piles.flatMap((pile) => {
    const tiles = tilesIn(after, pile.kind ? without(pile.ids, own) : pile.ids).map(tileText);
    return tiles.length ? [tiles] : [];
  });
}

/** Return the tiles that the player has laid from the rack in addition to the tiles of these steps. */
function besides(steps: readonly StepView[], draft: Draft): Id[] {
  const left = laidBy(steps).map(bare);
  return placedOf(draft).flatMap(({ id, tile }) => {
    const at = left.indexOf(tileText(tile));
    return at >= 0 && left.splice(at, 1) ? [] : [id];
  });
}

/** Return the picked table tiles. */
const pickedUp = ({ selected, draft }: Control): Id[] => selected.filter((id) => pileOf(draft, id));

/** Return whether the tiles that a step picks up are put aside because the next step does not use them. */
export function putsAside(steps: readonly StepView[], at: number): boolean {
  const { code, taken = [] } = steps[at]!;
  return code === 'take' && without(taken.map(bare), (steps[at + 1]?.held ?? []).map(bare)).length > 0;
}

/**
 * Return the number of completed steps, or null if the table is between two steps or belongs to another play. Tiles that
 * are only picked up also count, unless they have to be put aside.
 */
export function progress(steps: readonly StepView[], control: Control): number | null {
  const picked = pickedUp(control);
  const done = picked.length ? stepsDone(steps, pilesWith(steps, control, picked)) : null;
  if (done && steps[done - 1]!.code === 'take' && !putsAside(steps, done - 1)) return done;
  return stepsDone(steps, pilesWith(steps, control, [])) ?? (unbegun(steps, control) ? 0 : null);
}

/**
 * Return whether the table is unchanged since the turn began, apart from melds laid in addition to these steps.
 */
const unbegun = (steps: readonly StepView[], control: Control): boolean =>
  `${pilesWith(steps, control, []).map(key).sort()}` === `${startOf(control).map(key).sort()}`;

const startOf = ({ draft }: Control): string[][] =>
  draft.start.map(({ ids }) => tilesIn(draft, ids).map(tileText));

/** Return whether a pile has changed that the next step does not touch, apart from tiles that are picked up. */
export function astray(steps: readonly StepView[], done: number, control: Control): boolean {
  const rows = done ? (steps[done - 1]!.rows ?? []) : startOf(control);
  const after = (steps[done]?.rows ?? rows).map(key);
  const kept = without(after, without(after, rows.map(key))).filter(Boolean);
  return [[], pickedUp(control)].every(
    (picked) => without(kept, pilesWith(steps, control, picked).map(key)).length > 0,
  );
}

/**
 * How the table compares with a plan: it follows the plan; the player tries something else, which is not finished;
 * it is legal, with tiles that the plan does not lay; or it is legal with more tiles laid than planned.
 */
export type Course = 'plan' | 'own' | 'good' | 'better';

/** Compare the table with a plan that has *done* completed steps. */
export function courseOf(steps: readonly StepView[], done: number, control: Control): Course {
  const { draft, selected } = control;
  const now = progress(steps, control);
  const laid = placedOf(draft).length;
  const own = besides(steps, draft);
  const legal = laid > 0 && !pickedUp(control).length && !control.facts.length;
  if (legal && (own.length || now === null)) return laid > laidBy(steps).length ? 'better' : 'good';
  const step = steps[now ?? done];
  const moved = step ? movedBy(step, control) : [];
  if (step && without(selected, moved).length) return 'own';
  const off = own.length > 0 || (step && !moved.length) || astray(steps, done, control);
  return now === null && off ? 'own' : 'plan';
}

/** Return the ids of the tiles that are still to be picked for a step or, once they are picked, of those they join. */
export function markedFor(step: StepView, control: Control): readonly Id[] {
  const left = movedBy(step, control).filter((id) => !control.selected.includes(id));
  if (left.length) return left;
  const { ids = [] } = pileWith(control, step.target ?? []) ?? {};
  return step.code === 'replace' ? among(control, ids, step.taken ?? []) : ids;
}

/**
 * Return the pile with exactly these tiles, or null. Without such a pile, tiles that are picked do not count and,
 * after that, those that the player has laid from the rack.
 */
function pileWith({ draft, selected }: Control, tiles: readonly string[]): Pile | null {
  if (!tiles.length) return null;
  const wanted = key(tiles);
  const has = (ids: readonly Id[]): boolean => key(tilesIn(draft, ids).map(tileText)) === wanted;
  const { piles } = draft;
  const first = (left: (ids: readonly Id[]) => readonly Id[]): Pile | undefined =>
    piles.find(({ ids }) => has(left(ids)));
  const placed = placedOf(draft).map(({ id }) => id);
  return (
    first((ids) => ids) ?? first((ids) => without(ids, selected)) ?? first((ids) => without(ids, placed)) ?? null
  );
}

/** Return the ids of the tiles that a step moves: rack tiles, and table tiles from the step's pile or picked up before. */
export function movedBy(step: StepView, control: Control): Id[] {
  const { draft, rack, selected } = control;
  const { code, rack: own = [], tiles = [], taken = [], source = [], held = [] } = step;
  const from = pileWith(control, source);
  const leaving = code === 'take' ? taken : tiles;
  const picked = selected.filter((id) => pileOf(draft, id) && !from?.ids.includes(id));
  const loose = draft.piles.filter((pile) => !pile.kind && pile !== from).flatMap(({ ids }) => ids);
  return [
    ...among(control, rack, own),
    ...among(control, from?.ids ?? [], leaving),
    ...among(control, [...new Set([...picked, ...loose])], held),
  ];
}

/** Return the ids whose tiles are wanted, one for each wanted tile that is found. */
function among({ draft }: Control, ids: readonly Id[], wanted: readonly string[]): Id[] {
  const left = wanted.map(bare);
  return ids.filter((id) => {
    const at = left.indexOf(tileText(draft.pieces.get(id)!.tile));
    return at >= 0 && left.splice(at, 1).length > 0;
  });
}

/**
 * Carry out a tap if it belongs to a step. Returns false otherwise, so that the table handles the tap itself: players may
 * always try something else.
 */
export function follow(step: StepView, control: Control, hit: Hit): boolean {
  const id = 'id' in hit ? hit.id : null;
  const moved = movedBy(step, control);
  if (without(control.selected, moved).length) return false;
  const ready = moved.length > 0 && moved.every((each) => control.selected.includes(each));
  const target = pileWith(control, step.target ?? []);
  const onFelt = hit.on === 'table' || (hit.on === 'pile' && !id);
  if (ready && target && hit.on === 'pile' && hit.key === target.key) {
    control.drop(moved, { ...hit, id: step.code === 'replace' ? (markedFor(step, control)[0] ?? null) : null });
  } else if (id && moved.includes(id)) control.pick([id], true);
  else if (onFelt && !(ready && target) && control.selected.length)
    control.drop(control.selected, hit.on === 'table' ? hit : FELT);
  else return false;
  return true;
}

/** The number of steps that a beginner can follow. */
const FEW = 6;

/**
 * Return the beginning of a play that a beginner can follow: the longest one with few steps that lays a rack tile
 * and leaves only melds on the table, or otherwise the shortest one.
 */
export function beginning(steps: readonly StepView[], set: TileSet): readonly StepView[] {
  const whole = (row: readonly string[]): boolean =>
    !row.length || readings(readTiles(row.map(bare).join(' '), set), set).length > 0;
  const first = steps.findIndex(({ rack = [] }) => rack.length > 0);
  const ends = steps.flatMap(({ rows = [], hand = [] }, i) =>
    i >= first && !hand.length && rows.every(whole) ? i + 1 : [],
  );
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

/** Return the rack tiles that the step at this position makes room for, which a later step lays. */
export function purposeOf(steps: readonly StepView[], at: number): readonly string[] {
  const { code, taken = [], tiles = [], source = [], rack = [] } = steps[at]!;
  if (rack.length || code === 'lay' || code === 'add') return [];
  const next = steps.slice(at + 1).find((step) => step.rack?.length);
  if (!next) return [];
  const touched = code === 'take' ? taken : [...tiles, ...source];
  const uses = [...(next.held ?? []), ...(next.target ?? [])].map(bare);
  return touched.some((tile) => uses.includes(bare(tile))) ? next.rack! : [];
}

/** Return all rack tiles that these steps lay. */
export const laidBy = (steps: readonly StepView[]): string[] => steps.flatMap(({ rack = [] }) => rack);

/**
 * Return the rack tiles of these steps that the table must be rearranged for: they neither fit a meld of *table*,
 * the table before the turn, nor are laid as a meld of their own.
 */
export function needRoom(
  steps: readonly StepView[],
  table: readonly (readonly string[])[],
  set: TileSet,
): string[] {
  const fits = (tile: string): boolean =>
    table.some((row) => readings(readTiles([...row, tile].map(bare).join(' '), set), set).length > 0);
  const melds = steps.filter(({ code, held = [] }) => code === 'lay' && !held.length);
  return without(laidBy(steps), laidBy(melds)).filter((tile) => !fits(tile));
}

/** The number of steps of the easiest rearrangement. */
export const EASIEST = 2;

/** The largest number of steps that a newcomer is led through if there is an easier rearrangement. */
export const LONG = 4;

/**
 * Return the easiest rearrangement: one tile that a meld can spare, and a new meld of this tile and two from the
 * rack. It does not involve jokers. Returns null without one, or if the player has not opened.
 */
export function easiest(
  rack: readonly string[],
  table: readonly (readonly string[])[],
  { tiles: set, opening }: Law,
): readonly StepView[] | null {
  if (opening) return null;
  const own = [...new Set(rack.filter((tile) => !tile.startsWith('*')))];
  for (const source of table) {
    if (source.length < 4 || source.some((tile) => tile.startsWith('*'))) continue;
    for (const spare of source) {
      const rest = without(source, [spare]);
      if (!readings(readTiles(rest.join(' '), set), set).length) continue;
      for (const [i, one] of own.entries()) {
        for (const other of own.slice(i + 1)) {
          const [meld] = readings(readTiles([spare, one, other].join(' '), set), set);
          if (!meld) continue;
          const rows = table.map((row) => (row === source ? rest : row));
          const tiles = tilesOf(meld).map(tileText);
          return [
            { code: 'take', sentence: '', taken: [spare], source, rows, hand: [spare] },
            { code: 'lay', sentence: '', tiles, rack: [one, other], held: [spare], rows: [...rows, tiles] },
          ] as unknown as StepView[];
        }
      }
    }
  }
  return null;
}

/** Return whether a tile was laid, a meld of the table was taken apart, and every pile is a meld again. */
export const hasRearranged = (draft: Draft): boolean =>
  placedOf(draft).length > 0 &&
  draft.piles.every(({ kind }) => kind) &&
  draft.start.some(({ ids }) => new Set(ids.map((id) => pileOf(draft, id))).size > 1);

/** Return whether a step lays a joker from the rack. */
export const spendsJoker = (steps: readonly StepView[]): boolean =>
  steps.some(({ rack = [] }) => rack.some((tile) => tile.startsWith('*')));

/**
 * Return a play without the rack's jokers: these steps if they lay none, or otherwise a simple play of other
 * tiles. This is a meld from the rack, a tile that fits a meld, or the easiest rearrangement. Without any, there
 * are no steps.
 */
export function keepingJokers(steps: readonly StepView[], control: Control, law: Law): readonly StepView[] {
  if (!spendsJoker(steps)) return steps;
  if (law.opening) return [];
  const draft = reset(control.draft);
  const rows = textsOf(draft);
  const own = rackOf(draft).filter(({ tile }) => tile !== JOKER);
  const meld = meldOfThree(
    own.map(({ tile }) => tile),
    law.tiles,
  );
  if (meld) {
    const tiles = tilesOf(meld).map(tileText);
    return [{ code: 'lay', sentence: '', tiles, rack: tiles, rows: [...rows, tiles] }];
  }
  for (const { id, tile } of own) {
    const [place] = placesFor(draft, id, law);
    if (!place) continue;
    const tiles = [tileText(tile)];
    const target = pileText(draft, place.pile).split(' ');
    return [{ code: 'add', sentence: '', tiles, rack: tiles, target, rows: textsOf(place.moved.draft) }];
  }
  const rack = own.map(({ tile }) => tileText(tile));
  return (!law.onlyAdds && easiest(rack, rows, law)) || [];
}

const textsOf = (draft: Draft): string[][] => draftTexts(draft).map((pile) => pile.split(' '));
