/** Exponential backoff with full jitter, so that not all browsers reconnect at the same moment. */

const LEAST = 250;
const MOST = 5000;

/** Milliseconds to wait after so many failures in a row; *random* is from 0 up to 1. */
export function backoff(failures: number, random: number): number {
  const ceiling = Math.min(MOST, LEAST * 2 ** failures);
  return Math.round(Math.max(LEAST, random * ceiling));
}
