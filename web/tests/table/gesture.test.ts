import { expect, test } from 'vitest';
import {
  DOUBLE,
  HOLD,
  IDLE,
  SLOP,
  gesture,
  type Gesture,
  type Input,
  type Output,
} from '../../src/table/dom/gesture';

const point = (x: number, y = 0) => ({ x, y });

function play(...inputs: Input[]): Output[] {
  let state: Gesture = IDLE;
  return inputs.flatMap((input) => {
    const [next, outputs] = gesture(state, input);
    state = next;
    return outputs;
  });
}

const down = (time = 0, more: Partial<Extract<Input, { type: 'down' }>> = {}): Input => ({
  type: 'down',
  at: point(0),
  time,
  pointer: 1,
  touch: false,
  id: 'r5.0',
  add: false,
  ...more,
});
const go = (x: number, time = 10, pointer = 1): Input => ({ type: 'move', at: point(x), time, pointer });
const up = (x = 0, time = 20, pointer = 1): Input => ({ type: 'up', at: point(x), time, pointer });

test('nothing is decided before the pointer is released', () => {
  expect(play(down(), go(3))).toEqual([]);
  expect(play(down(), up())).toEqual([{ do: 'tap', id: 'r5.0', at: point(0), add: false }]);
});

test('a shaky mouse still taps, a longer move drags', () => {
  expect(play(down(), go(SLOP.mouse), up(SLOP.mouse)).map((o) => o.do)).toEqual(['tap']);
  expect(play(down(), go(SLOP.mouse + 1), go(30), up(40))).toEqual([
    { do: 'grab', id: 'r5.0', whole: false, from: point(0) },
    { do: 'drag', at: point(SLOP.mouse + 1) },
    { do: 'drag', at: point(30) },
    { do: 'drop', at: point(40) },
  ]);
});

test('a finger may be shakier', () => {
  const finger = down(0, { touch: true });
  expect(play(finger, go(SLOP.touch), up(SLOP.touch)).map((o) => o.do)).toEqual(['tap']);
  expect(play(finger, go(SLOP.touch + 1), up(60)).map((o) => o.do)).toEqual(['grab', 'drag', 'drop']);
});

test('a long press takes the complete meld, which can then be dragged', () => {
  expect(play(down(), { type: 'wait', time: HOLD - 1 })).toEqual([]);
  expect(play(down(), { type: 'wait', time: HOLD }, up(0, HOLD + 50))).toEqual([{ do: 'hold', id: 'r5.0' }]);
  const held = play(down(), { type: 'wait', time: HOLD }, go(50, HOLD + 20), up(60, HOLD + 40));
  expect(held[1]).toMatchObject({ do: 'grab', whole: true });
});

test('a tap with a late event is a tap, even if the timer fired', () => {
  expect(play(down(), { type: 'wait', time: HOLD }, up(0, HOLD - 1)).map((o) => o.do)).toEqual([
    'hold',
    'unhold',
    'tap',
  ]);
  expect(play(down(), { type: 'wait', time: HOLD }, up(0, HOLD)).map((o) => o.do)).toEqual(['hold']);
});

test('a drag with a late event drags one tile', () => {
  const late = play(down(), { type: 'wait', time: HOLD }, go(50, HOLD - 1), up(60, HOLD + 9));
  expect(late.map((o) => o.do)).toEqual(['hold', 'unhold', 'grab', 'drag', 'drop']);
  expect(late[2]).toMatchObject({ whole: false });
});

test('two quick taps are a double tap, however late their events arrive', () => {
  const late: Input = { type: 'wait', time: HOLD };
  expect(play(down(), late, up(0, 40), down(100), up(0, 140)).map((o) => o.do)).toEqual([
    'hold',
    'unhold',
    'tap',
    'double',
  ]);
});

test('a long press on the empty table or during a drag is ignored', () => {
  expect(play(down(0, { id: null }), { type: 'wait', time: HOLD })).toEqual([]);
  expect(play(down(), go(50), { type: 'wait', time: HOLD }).map((o) => o.do)).toEqual(['grab', 'drag']);
});

test('two quick taps on one tile are a double tap', () => {
  const twice = (time: number, id = 'r5.0') => play(down(), up(), down(time, { id }), up(0, time + 10));
  expect(twice(100).map((o) => o.do)).toEqual(['tap', 'double']);
  expect(twice(100, 'r6.0').map((o) => o.do)).toEqual(['tap', 'tap']);
  expect(twice(DOUBLE + 100).map((o) => o.do)).toEqual(['tap', 'tap']);
});

test('two quick taps on a tile that moved in between are not a double tap', () => {
  const moved = play(down(), up(), down(100, { at: { x: 80, y: 0 } }), up(80, 110));
  expect(moved.map((o) => o.do)).toEqual(['tap', 'tap']);
});

test('three quick taps are a double tap and a tap', () => {
  const taps = [0, 60, 120].flatMap((time) => [down(time), up(0, time + 20)]);
  expect(play(...taps).map((o) => o.do)).toEqual(['tap', 'double', 'tap']);
});

test('a second finger is ignored', () => {
  expect(play(down(), down(5, { pointer: 2 }), go(50, 10, 2), up(50, 20, 2), up()).map((o) => o.do)).toEqual([
    'tap',
  ]);
});

test('a cancelled drag returns to its start', () => {
  expect(play(down(), go(50), { type: 'cancel' }, up(50)).map((o) => o.do)).toEqual(['grab', 'drag', 'release']);
  expect(play(down(), { type: 'cancel' }, up())).toEqual([]);
});

test('sliding over the empty table taps nothing', () => {
  expect(play(down(0, { id: null }), go(50), up(50))).toEqual([]);
});
