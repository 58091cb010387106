/**
 * Runs deferrable work in small slices: one after each painted frame, and more if the frame has time to spare.
 * This way, animations stay smooth even when there is a lot to do.
 */

const SLICE = 2; // another slice may start within this time, in milliseconds

const waiting = new Set<() => void>();
let due = false;

/** Run *work* after one of the next frames, in call order. Returns a function that cancels this. */
export function soon(work: () => void): () => void {
  const piece = (): void => work();
  waiting.add(piece);
  next();
  return () => void waiting.delete(piece);
}

function next(): void {
  if (due || !waiting.size) return;
  due = true;
  // a hidden browser tab does not render any frames
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
