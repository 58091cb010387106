/**
 * Runs deferrable work in slices: one after each painted frame, and more only while time is left. Busy
 * frames then show moving tiles first and stay on time.
 */

const SLICE = 2; // milliseconds within which another piece may start

const waiting = new Set<() => void>();
let due = false;

/** Run *work* after one of the next frames, in order; returns a function that cancels it. */
export function soon(work: () => void): () => void {
  const piece = (): void => work();
  waiting.add(piece);
  next();
  return () => void waiting.delete(piece);
}

function next(): void {
  if (due || !waiting.size) return;
  due = true;
  // a hidden page has no frames
  if (document.hidden) setTimeout(run);
  else requestAnimationFrame(() => setTimeout(run));
}

function run(): void {
  const begun = performance.now();
  due = false;
  for (const piece of waiting) {
    waiting.delete(piece);
    try {
      piece();
    } catch (error) {
      reportError(error);
    }
    if (performance.now() - begun >= SLICE) break;
  }
  next();
}
