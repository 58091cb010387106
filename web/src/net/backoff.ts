/** How long to wait before connecting again: full jitter, so that a crowd does not come back at once. */

const LEAST = 250;
const MOST = 5000;

/** Milliseconds to wait after that many failures in a row; `random` is from 0 up to 1. */
export function delay(failures: number, random: number): number {
  const ceiling = Math.min(MOST, LEAST * 2 ** failures);
  return Math.round(Math.max(LEAST, random * ceiling));
}
