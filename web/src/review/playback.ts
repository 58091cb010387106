/** Plays back the steps of a rearrangement. */

import type { StepView } from '../net/types';
import type { Table } from '../table';

interface Playback {
  /** Milliseconds per step. */
  readonly pace: number;
  /** The seat that lays the tiles. By default, it is the user's seat. */
  readonly by?: number;
  onstep(step: StepView): void;
  /** Called after the last step has been shown. */
  onend(): void;
}

/** Return the piles on the table after a step. Any tiles that are picked up at that time form the last pile. */
export const rowsOf = ({ rows = [], hand = [] }: StepView): string[] =>
  [...rows, hand].filter((row) => row.length).map((row) => row.join(' '));

/** Show the steps on the table one by one. Returns a function that stops the playback. */
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
