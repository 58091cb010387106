// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { Motion, backsOf, flightsOf } from '../../src/table/deferred';
import { schedule, type Flight, type Kind } from '../../src/table/motion/schedule';
import { changeBetween } from '../../src/game/room/changes';
import type { GameView } from '../../src/net/types';
import { random } from './help';
import { eventually } from '../eventually';

const rect = (x: number, y: number, w = 40) => ({ x, y, w, h: w * 1.34 });

const flight = (kind: Kind, x: number): Flight => ({ kind, from: rect(0, 0), to: rect(x, 0) });

describe('the timing of motion', () => {
  test.each(['lay', 'move', 'draw', 'leave', 'drop'] as const)(
    '%s: each tile 150 to 400 ms, all of them within 400 ms',
    (kind) => {
      for (const many of [1, 2, 3, 7, 30]) {
        const next = random(many);
        const timed = schedule(Array.from({ length: many }, () => flight(kind, next(600))));
        for (const [, { delay, duration }] of timed) {
          expect(duration >= 150 && duration <= 400).toBe(true);
          expect(delay + duration).toBeLessThanOrEqual(400);
        }
      }
    },
  );

  test('a rearrangement starts with the longest path, tile by tile', () => {
    const timed = schedule([flight('move', 20), flight('move', 300), flight('move', 100)]);
    expect(timed.map(([{ to }]) => to.x)).toEqual([300, 100, 20]);
    expect(timed.map(([, { delay }]) => delay)).toEqual([0, 40, 80]);
  });

  test('a deal goes tile by tile, in dealing order', () => {
    const timed = schedule([flight('deal', 5), flight('deal', 900), flight('deal', 20)]);
    expect(timed.map(([, { delay }]) => delay)).toEqual([0, 25, 50]);
  });

  test('the player’s own actions have no delay', () => {
    expect(schedule([flight('drop', 9), flight('drop', 90)]).map(([, { delay }]) => delay)).toEqual([0, 0]);
  });
});

describe('where tiles come from', () => {
  const el = document.createElement('button');
  const places = {
    ...{ felt: rect(100, 100, 400), rack: { ...rect(0, 700), rows: 1 }, zones: {}, pool: rect(900, 500) },
    seats: [null, rect(10, 10), rect(500, 0)],
  };
  const cause = (what: object | null) => ({ change: what, places, entry: rect(0, -100) });
  const table = { ...rect(200, 200), area: 'table' as const };
  const rack = { ...rect(10, 700), area: 'rack' as const };
  const zone = { ...rect(800, 300), area: 'zone' as const };

  test('a tile laid by another player flies from the seat and turns over', () => {
    const [only] = flightsOf([{ el, before: undefined, after: table }], cause({ by: 2 }));
    expect(only).toMatchObject({ kind: 'lay', turns: true, to: table });
    expect(only!.from.x).toBeGreaterThanOrEqual(500);
  });

  test('a tile on the table moves from its old position', () => {
    const before = { ...table, x: 300 };
    expect(flightsOf([{ el, before, after: table }], cause({ by: 1 }))).toMatchObject([
      { kind: 'move', from: before },
    ]);
    expect(flightsOf([{ el, before, after: table }], cause(null))).toMatchObject([{ kind: 'drop' }]);
  });

  test('a drawn tile comes from the pool, a discard from its seat, and goes to the player who takes it', () => {
    expect(flightsOf([{ el, before: undefined, after: rack }], cause({ by: 0 }))).toMatchObject([
      { kind: 'draw', from: places.pool },
    ]);
    expect(flightsOf([{ el, before: undefined, after: zone }], cause({ by: 1 }))).toMatchObject([{ kind: 'lay' }]);
    expect(flightsOf([{ el, before: zone, after: undefined }], cause({ by: 1 }))).toMatchObject([
      { kind: 'leave', gone: true },
    ]);
  });

  test('tiles drawn by other players are face down, and disappear on arrival', () => {
    const root = document.createElement('div');
    const backs = backsOf(root, cause({ by: 1, drew: [0, 1, 0] }));
    expect(backs).toMatchObject([{ kind: 'draw', gone: true }]);
    expect(root.children.length).toBe(1);
    expect(root.firstElementChild!.getAttribute('aria-hidden')).toBe('true');
    const motion = new Motion();
    motion.fly(backs);
    motion.finish();
    expect(root.children.length).toBe(0);
  });

  test('flying tiles are removed once the last has arrived', async () => {
    const ends: (() => void)[] = [];
    const flying = [1, 2].map((n) => {
      const each = document.createElement('button');
      // an animation that the test ends
      each.animate = () => {
        const animation = { finish: () => {}, onfinish: null as (() => void) | null };
        ends.push(() => animation.onfinish?.());
        return animation as unknown as Animation;
      };
      return { el: each, kind: 'move' as const, from: rect(0, 0), to: rect(n, 0) };
    });
    new Motion().fly(flying);
    const [first, last] = ends.splice(0);
    first!();
    await new Promise((done) => setTimeout(done, 60));
    expect(flying.map(({ el }) => el.className)).toEqual(['tt-flies', 'tt-flies']);
    last!();
    await eventually(() => expect(flying.map(({ el }) => el.className)).toEqual(['', '']));
    expect(flying.map(({ el }) => el.style.willChange)).toEqual(['', '']);
  });

  test('a new state moves every tile to its destination', () => {
    const motion = new Motion();
    motion.fly(flightsOf([{ el, before: undefined, after: table }], cause({ by: 1 })));
    motion.finish();
    expect(el.childElementCount).toBe(0);
    expect(el.className).toBe('');
    expect(el.style.willChange).toBe('');
  });
});

describe('recent changes', () => {
  const hand = (tiles: number) => ({ tiles, opened: false, known: [], discards: [], handfuls: [] });
  const game = (more: Partial<GameView>): GameView =>
    ({ turn: 0, plays: 0, to_move: 1, table: [], hands: [hand(14), hand(14)], ...more }) as unknown as GameView;

  test('a round starts with a deal to the other players', () => {
    expect(changeBetween(null, game({}), 0)).toEqual({ dealt: true, drew: [0, 14] });
    expect(changeBetween(game({ turn: 30 }), game({}), 0)).toEqual({ dealt: true, drew: [0, 14] });
  });

  test('the player to move acted, and a player whose rack grew drew', () => {
    expect(
      changeBetween(game({ turn: 4 }), game({ turn: 5, to_move: 0, hands: [hand(14), hand(15)] }), 0),
    ).toEqual({
      by: 1,
      own: false,
      over: false,
      drew: [0, 1],
    });
    expect(
      changeBetween(game({ turn: 4 }), game({ turn: 5, table: ['r3 r4 r5'], hands: [hand(14), hand(11)] }), 0),
    ).toEqual({ by: 1, own: false, over: false, drew: [0, 0] });
    expect(changeBetween(game({ turn: 4, to_move: 0 }), game({ turn: 5 }), 0)).toMatchObject({
      own: true,
      over: true,
    });
    expect(changeBetween(game({ turn: 4, to_move: 0 }), game({ turn: 4, plays: 1, to_move: 0 }), 0)).toMatchObject(
      {
        own: true,
        over: false,
      },
    );
  });

  test('opening a page animates nothing', () => {
    expect(changeBetween(null, game({ turn: 9, table: ['r3 r4 r5'] }), 0)).toEqual({});
  });
});
