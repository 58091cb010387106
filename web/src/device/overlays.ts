/**
 * Overlays in the browser history: the Back button closes the topmost overlay without leaving the page below.
 * Closing an overlay in any other way removes its history entry.
 */

/** The functions that close each open overlay, from the bottom one to the topmost. */
const open: (() => void)[] = [];
/** The action to run once the browser has gone back in its history. Null unless it is going back now. */
let leaving: (() => void) | null = null;

/** The number of overlays that were open at this history entry. */
const depth = (): number => (history.state as { over?: number } | null)?.over ?? 0;

function enter(): void {
  while (depth() < open.length) history.pushState({ over: depth() + 1 }, '');
}

function leave(then: () => void): void {
  const going = leaving !== null;
  leaving = then;
  if (!going) history.go(open.length - depth());
}

addEventListener('popstate', () => {
  const then = leaving;
  leaving = null;
  if (then) return then();
  for (const close of open.slice(depth()).reverse()) close();
});

/**
 * Register an opened overlay. *close* is called when the browser goes back. If the overlay is
 * closed in any other way, call the returned function.
 */
export function overlayOpened(close: () => void): () => void {
  open.push(close);
  if (!leaving) enter();
  return () => {
    const at = open.indexOf(close);
    if (at >= 0) open.splice(at, 1);
    // an overlay that replaces this one takes over its entry
    setTimeout(() => {
      if (!leaving && depth() > open.length) leave(enter); // another overlay may have opened while going back
    });
  };
}

/** Close all overlays, go back past their history entries, and then call *what*. */
export function closeOverlays(what: () => void): void {
  for (const close of open.splice(0).reverse()) close();
  if (leaving || depth()) leave(() => closeOverlays(what));
  else what();
}
