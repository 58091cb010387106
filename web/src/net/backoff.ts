/** Exponential backoff with full jitter, which prevents all browsers from reconnecting at the same moment. */

const LEAST = 250;
const MOST = 5000;

/** Return the delay in milliseconds after *failures* consecutive failures. *random* is a number in [0, 1). */
export function backoff(failures: number, random: number): number {
  const ceiling = Math.min(MOST, LEAST * 2 ** failures);
  return Math.round(Math.max(LEAST, random * ceiling));
}
