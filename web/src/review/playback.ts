/** A rearrangement that is watched step by step, as it is explained. */

import type { StepView } from '../net/types';
import type { Table } from '../table';

interface Playback {
  /** How long a step is seen, in milliseconds. */
  readonly pace: number;
  /** The seat that lays; none if the tiles are one's own. */
  readonly by?: number;
  onstep(step: StepView): void;
  /** After the last step. */
  onend(): void;
}

/** The table after a step: its rows, and what is in the hand. */
export const rowsOf = ({ rows = [], hand = [] }: StepView): string[] =>
  [...rows, hand].filter((row) => row.length).map((row) => row.join(' '));

/** Show all steps on the table, one after the other; returns how to stop it. */
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
