/** Plays back a rearrangement step by step. */

import type { StepView } from '../net/types';
import type { Table } from '../table';

interface Playback {
  /** Milliseconds per step. */
  readonly pace: number;
  /** The seat that lays the tiles. The default is the user's. */
  readonly by?: number;
  onstep(step: StepView): void;
  /** Called after the last step. */
  onend(): void;
}

/** The table after a step: its rows, and the tiles picked up from it. */
export const rowsOf = ({ rows = [], hand = [] }: StepView): string[] =>
  [...rows, hand].filter((row) => row.length).map((row) => row.join(' '));

/** Show the steps on the table one after another. Returns a function that stops this. */
export function playBack(
  table: Pick<Table, 'watch'>,
  steps: readonly StepView[],
  { pace, by, onstep, onend }: Playback,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = (number: number): void => {
    const step = steps[number];
    if (!step) return onend();
    onstep(step);
    table.watch(rowsOf(step), by === undefined ? { own: true } : { by });
    timer = setTimeout(() => go(number + 1), pace);
  };
  go(0);
  return () => clearTimeout(timer);
}
