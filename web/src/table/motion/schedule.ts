/**
 * Computes when tiles start to move and how long they take. All functions are pure, so that they can be tested. No
 * change takes longer than 400 ms.
 */

import type { Rect } from '../layout/geometry';

/**
 * The type of a movement: `lay` from a seat to the table, `move` within the table during another player's play, `draw`
 * from the pool, `deal` at the start of a round, `leave` to a seat, and `drop` after the viewer's own action.
 */
export type Kind = 'lay' | 'move' | 'draw' | 'deal' | 'leave' | 'drop';

export interface Flight {
  readonly kind: Kind;
  readonly from: Rect;
  readonly to: Rect;
}

export interface Timing {
  readonly delay: number;
  readonly duration: number;
  readonly easing: string;
}

const EASE = 'cubic-bezier(0.22, 0.8, 0.28, 1)';
const LAND = 'cubic-bezier(0.3, 1.35, 0.5, 1)';
const WHOLE = 400;
const STAGGER = 40;
const DEALT = 25;

/**
 * The duration in milliseconds and the easing for each type of movement. The durations equal the design tokens `--fly`,
 * `--move` and `--turn`.
 */
const TIMES: Readonly<Record<Kind, readonly [number, string]>> = {
  lay: [320, LAND],
  move: [240, EASE],
  draw: [320, EASE],
  deal: [360, EASE],
  leave: [320, EASE],
  drop: [200, EASE],
};

/**
 * Return each flight with its timing. Flights start one after another. When tiles move within the table, those with the
 * longest flights start first.
 */
export function schedule<F extends Flight>(flights: readonly F[]): (readonly [F, Timing])[] {
  return (Object.keys(TIMES) as Kind[]).flatMap((kind) => {
    const some = flights.filter((flight) => flight.kind === kind);
    if (kind === 'move') some.sort((a, b) => far(b) - far(a));
    const [duration, easing] = TIMES[kind];
    const step =
      kind === 'drop'
        ? 0
        : kind === 'deal'
          ? DEALT
          : Math.min(STAGGER, (WHOLE - duration) / Math.max(1, some.length - 1));
    return some.map((flight, i) => [flight, { delay: Math.floor(i * step), duration, easing }] as const);
  });
}

const far = ({ from, to }: Flight): number => Math.hypot(to.x - from.x, to.y - from.y);
