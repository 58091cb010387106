/**
 * Recognizes gestures (tap, double tap, hold, drag) independently of the DOM. A tap is recognized only when the pointer
 * is released.
 *
 * A press becomes a drag if it moves far enough. A press becomes a hold, which picks the complete meld, if it lasts
 * long enough without moving. Times are taken from the pointer events: on a busy page, the hold timer may fire before
 * the event for a pointer that was released in time, and the hold is then undone. While one pointer is down, a second
 * one is ignored.
 */

import type { Id } from '../state/draft';

export const SLOP = { mouse: 6, touch: 14 } as const;
export const HOLD = 350;
export const DOUBLE = 320;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Input =
  | {
      readonly type: 'down';
      readonly at: Point;
      readonly time: number;
      readonly pointer: number;
      readonly touch: boolean;
      readonly id: Id | null;
      readonly add: boolean;
    }
  | { readonly type: 'move' | 'up'; readonly at: Point; readonly time: number; readonly pointer: number }
  | { readonly type: 'wait'; readonly time: number }
  | { readonly type: 'cancel' };

/** A recognized gesture. `hold` takes effect during the press, and `unhold` reverts it. */
export type Output =
  | { readonly do: 'tap'; readonly id: Id | null; readonly at: Point; readonly add: boolean }
  | { readonly do: 'double'; readonly id: Id }
  | { readonly do: 'hold'; readonly id: Id }
  | { readonly do: 'unhold' }
  | { readonly do: 'grab'; readonly id: Id; readonly whole: boolean; readonly from: Point }
  | { readonly do: 'drag'; readonly at: Point }
  | { readonly do: 'drop'; readonly at: Point }
  | { readonly do: 'release' };

interface Press {
  readonly pointer: number;
  readonly id: Id | null;
  readonly from: Point;
  readonly since: number;
  readonly slop: number;
  readonly add: boolean;
  readonly phase: 'press' | 'held' | 'drag' | 'slide';
}

export interface Gesture {
  readonly press: Press | null;
  readonly last: { readonly id: Id; readonly time: number; readonly at: Point } | null;
}

export const IDLE: Gesture = { press: null, last: null };

type Step = readonly [Gesture, readonly Output[]];

/** Process one input event. Returns the new state, and the gestures that are completed by the event. */
export function gesture(state: Gesture, input: Input): Step {
  const { press } = state;
  if (input.type === 'down') return press ? [state, []] : [{ ...state, press: pressed(input) }, []];
  if (!press) return [state, []];
  if (input.type === 'cancel') {
    return [{ press: null, last: null }, press.phase === 'drag' ? [{ do: 'release' }] : []];
  }
  if (input.type === 'wait') return waited(state, press, input.time);
  if (input.pointer !== press.pointer) return [state, []];
  if (press.phase === 'held' && input.time - press.since < HOLD && (input.type === 'up' || far(press, input.at))) {
    const [next, outputs] = gesture({ ...state, press: { ...press, phase: 'press' } }, input);
    return [next, [{ do: 'unhold' }, ...outputs]];
  }
  return input.type === 'move' ? moved(state, press, input) : lifted(state, press, input);
}

const pressed = (input: Extract<Input, { type: 'down' }>): Press => ({
  pointer: input.pointer,
  id: input.id,
  from: input.at,
  since: input.time,
  slop: input.touch ? SLOP.touch : SLOP.mouse,
  add: input.add,
  phase: 'press',
});

function waited(state: Gesture, press: Press, time: number): Step {
  if (press.phase !== 'press' || press.id === null || time - press.since < HOLD) return [state, []];
  return [{ ...state, press: { ...press, phase: 'held' } }, [{ do: 'hold', id: press.id }]];
}

const far = ({ from, slop }: Press, at: Point): boolean => Math.hypot(at.x - from.x, at.y - from.y) > slop;

function moved(state: Gesture, press: Press, { at }: { readonly at: Point }): Step {
  if (press.phase === 'drag') return [state, [{ do: 'drag', at }]];
  if (!far(press, at) || press.phase === 'slide') return [state, []];
  if (press.id === null) return [{ press: { ...press, phase: 'slide' }, last: null }, []];
  const grab = { do: 'grab', id: press.id, whole: press.phase === 'held', from: press.from } as const;
  return [{ press: { ...press, phase: 'drag' }, last: null }, [grab, { do: 'drag', at }]];
}

function lifted(state: Gesture, press: Press, { at, time }: { readonly at: Point; readonly time: number }): Step {
  const done = { press: null, last: null };
  if (press.phase === 'drag') return [done, [{ do: 'drop', at }]];
  if (press.phase !== 'press') return [done, []];
  const { id, from } = press;
  if (id !== null && state.last?.id === id && time - state.last.time < DOUBLE && !far(press, state.last.at)) {
    return [done, [{ do: 'double', id }]];
  }
  const last = id === null ? null : { id, time, at: from };
  return [{ press: null, last }, [{ do: 'tap', id, at: from, add: press.add }]];
}
