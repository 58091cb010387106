import { describe, expect, test } from 'vitest';
import { JOKER, STANDARD, meldText, readings, readTable, readRack, sorted, tilesText } from '../../src/rules';
import { laidOf, meldOf, rackOf, reset, tilesIn, untouched, type Draft } from '../../src/table/state/draft';
import { begin, redo, step, undo } from '../../src/table/state/history';
import { split } from '../../src/table/keyboard_actions';
import { readAs, replaceJoker } from '../../src/table/state/jokers';
import { move, type Goal } from '../../src/table/state/moves';
import { dealt } from '../../src/table/state/deal';
import { draft, ids, random, text } from './help';

const to = (of: Draft, meld: number, at = 99): Goal => ({
  to: 'pile',
  key: of.piles[meld - 1]!.key,
  at,
});
const drop = (of: Draft, tiles: string, goal: Goal): Draft => move(of, ids(of, tiles), goal).draft;

describe('dropped tiles are sorted', () => {
  test('a run in any order', () => {
    const of = draft('', 'r5 r3 r4');
    expect(text(drop(of, 'r5 r3 r4', { to: 'new' }))).toBe('r3 r4 r5');
  });

  test('a group by colour, its joker last', () => {
    const of = draft('', 'o7 k7 *');
    expect(text(drop(of, '* o7 k7', { to: 'new' }))).toBe('k7 o7 *7');
  });

  test('a tile dropped on the wrong end', () => {
    const of = draft('r3 r4 r5', 'r6');
    expect(text(drop(of, 'r6', to(of, 1, 0)))).toBe('r3 r4 r5 r6');
  });
});

describe('jokers', () => {
  test('a joker takes the value of the end it is dropped on', () => {
    const of = draft('r5 r6 r7', '*');
    expect(text(drop(of, '*', to(of, 1, 0)))).toBe('*r4 r5 r6 r7');
    expect(text(drop(of, '*', to(of, 1, 3)))).toBe('r5 r6 r7 *r8');
  });

  test('a joker keeps its value when its meld grows', () => {
    const of = draft('*r4 r5 r6', 'r7');
    const moved = move(of, ids(of, 'r7'), to(of, 1));
    expect(text(moved.draft)).toBe('*r4 r5 r6 r7');
    expect(moved.ask).toBeUndefined();
  });

  test('the value of a joker is only asked if neither position nor history decides it', () => {
    const of = draft('', 'b5 * *');
    const moved = move(of, ids(of, 'b5 * *'), { to: 'new' });
    expect(moved.ask!.map(meldText)).toEqual(['*b3 *b4 b5', '*b4 b5 *b6', 'b5 *b6 *b7', 'b5 *5 *5']);
    const chosen = readAs(moved.draft, moved.key!, moved.ask![1]!);
    expect(text(chosen)).toBe('*b4 b5 *b6');
  });

  test('a joker dropped inside a run asks nothing', () => {
    const of = draft('', 'r3 r5 *');
    const moved = move(of, ids(of, 'r5 * r3'), { to: 'new' });
    expect(text(moved.draft)).toBe('r3 *r4 r5');
    expect(moved.ask).toBeUndefined();
  });

  test('a single joker can be moved to the other end of its run', () => {
    const of = draft('r5 r6 *r7', 'k1');
    expect(text(drop(of, '*', to(of, 1, 0)))).toBe('*r4 r5 r6');
  });

  test('its tile frees a joker, which then is beside the meld', () => {
    const of = draft('r5 *r6 r7 / k1 k2 k3', 'r6');
    const [joker] = ids(of, '*');
    expect(text(replaceJoker(of, ids(of, 'r6')[0]!, joker!).draft)).toBe('r5 r6 r7 / * / k1 k2 k3');
  });

  test('in a group, any missing colour frees a joker', () => {
    const of = draft('r5 b5 *5', 'o5 k6');
    const [joker] = ids(of, '*');
    expect(text(replaceJoker(of, ids(of, 'o5')[0]!, joker!).draft)).toBe('r5 b5 o5 / *');
    expect(replaceJoker(of, ids(of, 'k6')[0]!, joker!).blocked).toBe('not_its_tile');
  });

  test('what a joker represents is decided again when tiles leave', () => {
    expect(text(drop(draft('r3 r4 r5 *r6'), 'r4', { to: 'new' }))).toBe('r3 *r4 r5 / r4');
    expect(text(drop(draft('k5 o5 *5'), 'k5', { to: 'new' }))).toBe('o5 * / k5');
  });

  test('a joker from a run completes a group once the tile that does not belong leaves', () => {
    const of = draft('b11 *b12 b13', 'r11');
    const mixed = drop(of, 'r11', to(of, 1, 1));
    expect(text(mixed)).toBe('b11 r11 * b13');
    expect(text(drop(mixed, 'b13', { to: 'new' }))).toBe('r11 b11 *11 / b13');
    const turned = drop(mixed, '*', to(mixed, 1, 0));
    expect(text(drop(turned, 'b13', { to: 'new' }))).toBe('r11 b11 *11 / b13');
  });

  test('the tiles of a valid meld form it in every order, whatever was moved before', () => {
    const next = random(11);
    const of = draft('b11 *b12 b13 / k11 k12 k13', 'r11 o11');
    for (let trial = 0; trial < 300; trial++) {
      let now = of;
      for (let moves = 0; moves < 6; moves++) {
        const all = [...now.pieces.keys()];
        const pile = now.piles[next(now.piles.length)]!;
        const goal: Goal =
          next(3) === 0 ? { to: 'new' } : { to: 'pile', key: pile.key, at: next(pile.ids.length + 1) };
        now = move(now, [all[next(all.length)]!], goal).draft;
        for (const each of now.piles) {
          expect(meldOf(now, each) !== null).toBe(readings(tilesIn(now, each.ids), now.set).length > 0);
        }
      }
    }
  });
});

describe('melds are split and joined', () => {
  test('a run that loses a middle tile splits if both parts are runs', () => {
    const of = draft('r1 r2 r3 r4 r5 r6 r7', '');
    expect(text(drop(of, 'r4', { to: 'new' }))).toBe('r1 r2 r3 / r5 r6 r7 / r4');
  });

  test('and stays together otherwise', () => {
    const of = draft('r3 r4 r5', '');
    expect(text(drop(of, 'r4', { to: 'new' }))).toBe('r3 r5 / r4');
  });

  test('a duplicate tile splits a run', () => {
    const of = draft('r3 r4 r5 r6 r7', 'r5');
    expect(text(drop(of, 'r5', to(of, 1)))).toBe('r3 r4 r5 / r5 r6 r7');
  });

  test('a tile fills the gap between two runs dropped together', () => {
    const of = draft('r1 r2 r3 / r5 r6 r7', 'r4');
    const joined = drop(drop(of, 'r4', to(of, 1)), 'r5 r6 r7', to(of, 1));
    expect(text(joined)).toBe('r1 r2 r3 r4 r5 r6 r7');
  });

  test('a meld is cut at the given position', () => {
    const of = draft('r3 r4 r5 r6 r7 r8', '');
    expect(text(split(of, of.piles[0]!.key, 3).draft)).toBe('r3 r4 r5 / r6 r7 r8');
    expect(split(of, of.piles[0]!.key, 0).blocked).toBe('nothing_to_split');
  });
});

describe('return to rack', () => {
  test('tiles placed in this turn return, table tiles stay', () => {
    const of = draft('r3 r4 r5', 'r6');
    const laid = drop(of, 'r6', to(of, 1));
    expect(untouched(drop(laid, 'r6', { to: 'home' }))).toBe(true);
    expect(move(laid, ids(laid, 'r3'), { to: 'home' }).blocked).toBe('table_tile_stays');
  });

  test('a high one comes last if the rules allow it', () => {
    const set = { ...STANDARD, oneHigh: true };
    const of = draft('', 'k1 k12 k13', set);
    expect(text(drop(of, 'k1 k12 k13', { to: 'new' }))).toBe('k12 k13 k1');
  });
});

describe('under any moves', () => {
  const start = (): Draft =>
    draft('r3 r4 r5 r6 r7 / k10 k11 k12 / b5 b6 *b7 / r9 k9 o9 b9 / o1 o2 o3 o4', 'k1 k9 r3 r4 r5 r12 b8 *');
  const all = (of: Draft): string =>
    tilesText(sorted([...laidOf(of).flatMap((l) => l.tiles), ...rackOf(of).map((p) => p.tile)]));

  function act(of: Draft, next: (below: number) => number): Draft {
    const everything = [...of.pieces.keys()];
    const some = Array.from({ length: 1 + next(3) }, () => everything[next(everything.length)]!);
    const pile = of.piles[next(of.piles.length)]!;
    switch (next(6)) {
      case 0:
        return move(of, some, { to: 'home' }).draft;
      case 1:
        return move(of, some, { to: 'new' }).draft;
      case 2:
        return split(of, pile.key, next(pile.ids.length + 1)).draft;
      case 3:
        return replaceJoker(of, some[0]!, pile.ids[next(pile.ids.length)]!).draft;
      default:
        return move(of, some, { to: 'pile', key: pile.key, at: next(pile.ids.length + 1) }).draft;
    }
  }

  test.each(Array.from({ length: 40 }, (_, seed) => seed))('no tile is lost or duplicated (%i)', (seed) => {
    const next = random(seed + 1);
    const first = start();
    let of = first;
    let history = begin(of);
    for (let i = 0; i < 60; i++) {
      of = act(of, next);
      history = step(history, of);
      expect(all(of)).toBe(all(first));
      const laid = of.piles.flatMap((pile) => pile.ids);
      expect(new Set(laid).size).toBe(laid.length);
      expect(new Set(of.piles.map(({ key }) => key)).size).toBe(of.piles.length);
      expect(first.piles.flatMap((pile) => pile.ids).filter((id) => !laid.includes(id))).toEqual([]);
      expect(of.piles.filter((pile) => pile.kind && !meldOf(of, pile))).toEqual([]);
    }
    while (history.past.length) history = undo(history);
    expect(untouched(history.draft)).toBe(true);
    while (history.future.length) history = redo(history);
    expect(text(history.draft)).toBe(text(of));
    expect(text(reset(of))).toBe(text(first));
  });
});

describe('a new table', () => {
  test('keeps ids and keys of remaining tiles', () => {
    const of = draft('r3 r4 r5 / k10 k11 k12 / b1 b2 b3', 'r6 o9');
    const next = dealt(of, {
      set: STANDARD,
      table: readTable('b1 b2 b3 b4 / r3 r4 r5 r6 / k10 k11 k12', STANDARD),
      rack: readRack('o9 b9', STANDARD),
    });
    const key = (each: Draft, word: string): number =>
      each.piles.find((pile) => tilesText(tilesIn(each, pile.ids)).startsWith(word))!.key;
    expect(key(next, 'r3')).toBe(key(of, 'r3'));
    expect(key(next, 'k10')).toBe(key(of, 'k10'));
    expect(ids(next, 'r6')).toEqual(ids(of, 'r6'));
    expect(ids(next, 'o9')).toEqual(ids(of, 'o9'));
  });

  test('gives equal tiles different ids', () => {
    const of = draft('r3 r4 r5 / r3 r4 r5', 'r3 * *');
    expect(new Set(of.pieces.keys()).size).toBe(9);
    expect([...of.pieces.values()].filter((p) => p.tile === JOKER).map((p) => p.id)).toEqual(['*.0', '*.1']);
  });
});
