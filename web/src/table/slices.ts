/**
 * Work that can wait a moment, in slices: one runs after each painted frame, and more of them only while
 * there is time. So the frame in which much happens shows first what moves, and none comes late.
 */

const SLICE = 2; // milliseconds in which another piece of work may begin

const waiting = new Set<() => void>();
let due = false;

/** Do it after one of the next frames, in order; returns how to call it off. */
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
