import { describe, expect, test } from 'vitest';
import { JOKER, STANDARD, meldText, readTable, readRack, sorted, tilesText } from '../../src/rules';
import { laidOf, meldOf, rackOf, tilesIn, untouched, type Board } from '../../src/table/state/board';
import { begin, redo, step, undo } from '../../src/table/state/history';
import { move, putBack, replaceJoker, settle, split, type Goal } from '../../src/table/state/moves';
import { dealt } from '../../src/table/state/deal';
import { board, ids, random, text } from './help';

const to = (of: Board, meld: number, at = 99): Goal => ({
  to: 'pile',
  key: of.melds[meld - 1]!.key,
  at,
});
const drop = (of: Board, tiles: string, goal: Goal): Board => move(of, ids(of, tiles), goal).board;

describe('dropped tiles are put in order', () => {
  test('a run in any order', () => {
    const of = board('', 'r5 r3 r4');
    expect(text(drop(of, 'r5 r3 r4', { to: 'new' }))).toBe('r3 r4 r5');
  });

  test('a group by colour, its joker last', () => {
    const of = board('', 'o7 k7 *');
    expect(text(drop(of, '* o7 k7', { to: 'new' }))).toBe('k7 o7 *7');
  });

  test('a tile that is dropped on the wrong end', () => {
    const of = board('r3 r4 r5', 'r6');
    expect(text(drop(of, 'r6', to(of, 1, 0)))).toBe('r3 r4 r5 r6');
  });
});

describe('jokers', () => {
  test('a joker means the end at which it is dropped', () => {
    const of = board('r5 r6 r7', '*');
    expect(text(drop(of, '*', to(of, 1, 0)))).toBe('*r4 r5 r6 r7');
    expect(text(drop(of, '*', to(of, 1, 3)))).toBe('r5 r6 r7 *r8');
  });

  test('a joker goes on meaning what it meant when its meld grows', () => {
    const of = board('*r4 r5 r6', 'r7');
    const moved = move(of, ids(of, 'r7'), to(of, 1));
    expect(text(moved.board)).toBe('*r4 r5 r6 r7');
    expect(moved.ask).toBeUndefined();
  });

  test('what a joker means is asked only where neither place nor past tells', () => {
    const of = board('', 'b5 * *');
    const moved = move(of, ids(of, 'b5 * *'), { to: 'new' });
    expect(moved.ask!.map(meldText)).toEqual(['*b3 *b4 b5', '*b4 b5 *b6', 'b5 *b6 *b7', 'b5 *5 *5']);
    const chosen = settle(moved.board, moved.key!, moved.ask![1]!);
    expect(text(chosen)).toBe('*b4 b5 *b6');
  });

  test('a joker dropped amid a run asks nothing', () => {
    const of = board('', 'r3 r5 *');
    const moved = move(of, ids(of, 'r5 * r3'), { to: 'new' });
    expect(text(moved.board)).toBe('r3 *r4 r5');
    expect(moved.ask).toBeUndefined();
  });

  test('a joker by itself can be carried to the other end of its run', () => {
    const of = board('r5 r6 *r7', 'k1');
    expect(text(drop(of, '*', to(of, 1, 0)))).toBe('*r4 r5 r6');
  });

  test('its tile frees a joker, which then lies beside', () => {
    const of = board('r5 *r6 r7 / k1 k2 k3', 'r6');
    const [joker] = ids(of, '*');
    expect(text(replaceJoker(of, ids(of, 'r6')[0]!, joker!).board)).toBe('r5 r6 r7 / * / k1 k2 k3');
  });

  test('in a group any colour that it lacks frees a joker', () => {
    const of = board('r5 b5 *5', 'o5 k6');
    const [joker] = ids(of, '*');
    expect(text(replaceJoker(of, ids(of, 'o5')[0]!, joker!).board)).toBe('r5 b5 o5 / *');
    expect(replaceJoker(of, ids(of, 'k6')[0]!, joker!).obstacle).toBe('not_its_tile');
  });

  test('what is left of a meld does not give its joker another meaning', () => {
    const of = board('r3 r4 r5 *r6', '');
    const after = drop(of, 'r4', { to: 'new' });
    expect(after.melds.map((pile) => meldOf(after, pile))).toEqual([null, null]);
  });
});

describe('melds are split and joined', () => {
  test('a run that loses a middle tile falls apart where both parts are runs', () => {
    const of = board('r1 r2 r3 r4 r5 r6 r7', '');
    expect(text(drop(of, 'r4', { to: 'new' }))).toBe('r1 r2 r3 / r5 r6 r7 / r4');
  });

  test('and stays together where they are not', () => {
    const of = board('r3 r4 r5', '');
    expect(text(drop(of, 'r4', { to: 'new' }))).toBe('r3 r5 / r4');
  });

  test('a tile that a run has already splits it', () => {
    const of = board('r3 r4 r5 r6 r7', 'r5');
    expect(text(drop(of, 'r5', to(of, 1)))).toBe('r3 r4 r5 / r5 r6 r7');
  });

  test('a tile closes the gap between two runs dropped together', () => {
    const of = board('r1 r2 r3 / r5 r6 r7', 'r4');
    const joined = drop(drop(of, 'r4', to(of, 1)), 'r5 r6 r7', to(of, 1));
    expect(text(joined)).toBe('r1 r2 r3 r4 r5 r6 r7');
  });

  test('a meld is cut where it is said', () => {
    const of = board('r3 r4 r5 r6 r7 r8', '');
    expect(text(split(of, of.melds[0]!.key, 3).board)).toBe('r3 r4 r5 / r6 r7 r8');
    expect(split(of, of.melds[0]!.key, 0).obstacle).toBe('nothing_to_split');
  });
});

describe('home', () => {
  test('tiles placed in this turn go home, tiles of the table stay', () => {
    const of = board('r3 r4 r5', 'r6');
    const laid = drop(of, 'r6', to(of, 1));
    expect(untouched(drop(laid, 'r6', { to: 'home' }))).toBe(true);
    expect(move(laid, ids(laid, 'r3'), { to: 'home' }).obstacle).toBe('table_tile_stays');
  });

  test('a high one stands last where the rules have one', () => {
    const set = { ...STANDARD, oneHigh: true };
    const of = board('', 'k1 k12 k13', set);
    expect(text(drop(of, 'k1 k12 k13', { to: 'new' }))).toBe('k12 k13 k1');
  });
});

describe('whatever is done', () => {
  const start = (): Board =>
    board(
      'r3 r4 r5 r6 r7 / k10 k11 k12 / b5 b6 *b7 / r9 k9 o9 b9 / o1 o2 o3 o4',
      'k1 k9 r3 r4 r5 r12 b8 *',
    );
  const all = (of: Board): string =>
    tilesText(sorted([...laidOf(of).flatMap((l) => l.tiles), ...rackOf(of).map((p) => p.tile)]));

  function act(of: Board, next: (below: number) => number): Board {
    const everything = [...of.pieces.keys()];
    const some = Array.from({ length: 1 + next(3) }, () => everything[next(everything.length)]!);
    const pile = of.melds[next(of.melds.length)]!;
    switch (next(6)) {
      case 0:
        return move(of, some, { to: 'home' }).board;
      case 1:
        return move(of, some, { to: 'new' }).board;
      case 2:
        return split(of, pile.key, next(pile.ids.length + 1)).board;
      case 3:
        return replaceJoker(of, some[0]!, pile.ids[next(pile.ids.length)]!).board;
      default:
        return move(of, some, { to: 'pile', key: pile.key, at: next(pile.ids.length + 1) }).board;
    }
  }

  test.each(Array.from({ length: 40 }, (_, seed) => seed))('no tile is lost or doubled (%i)', (seed) => {
    const next = random(seed + 1);
    const first = start();
    let of = first;
    let history = begin(of);
    for (let i = 0; i < 60; i++) {
      of = act(of, next);
      history = step(history, of);
      expect(all(of)).toBe(all(first));
      const laid = of.melds.flatMap((pile) => pile.ids);
      expect(new Set(laid).size).toBe(laid.length);
      expect(new Set(of.melds.map(({ key }) => key)).size).toBe(of.melds.length);
      expect(first.melds.flatMap((pile) => pile.ids).filter((id) => !laid.includes(id))).toEqual([]);
      expect(of.melds.filter((pile) => pile.kind && !meldOf(of, pile))).toEqual([]);
    }
    while (history.past.length) history = undo(history);
    expect(untouched(history.board)).toBe(true);
    while (history.future.length) history = redo(history);
    expect(text(history.board)).toBe(text(of));
    expect(text(putBack(of))).toBe(text(first));
  });
});

describe('a new table', () => {
  test('keeps the ids and keys of what is still there', () => {
    const of = board('r3 r4 r5 / k10 k11 k12 / b1 b2 b3', 'r6 o9');
    const next = dealt(of, {
      set: STANDARD,
      table: readTable('b1 b2 b3 b4 / r3 r4 r5 r6 / k10 k11 k12', STANDARD),
      rack: readRack('o9 b9', STANDARD),
    });
    const key = (each: Board, word: string): number =>
      each.melds.find((pile) => tilesText(tilesIn(each, pile.ids)).startsWith(word))!.key;
    expect(key(next, 'r3')).toBe(key(of, 'r3'));
    expect(key(next, 'k10')).toBe(key(of, 'k10'));
    expect(ids(next, 'r6')).toEqual(ids(of, 'r6'));
    expect(ids(next, 'o9')).toEqual(ids(of, 'o9'));
  });

  test('gives equal tiles different ids', () => {
    const of = board('r3 r4 r5 / r3 r4 r5', 'r3 * *');
    expect(new Set(of.pieces.keys()).size).toBe(9);
    expect([...of.pieces.values()].filter((p) => p.tile === JOKER).map((p) => p.id)).toEqual(['*.0', '*.1']);
  });
});
