/**
 * Overlays in the browser history: the Back button closes the topmost overlay, and the current page stays open. If an
 * overlay is closed in any other way, its history entry is removed.
 */

/** The functions that close the open overlays, from the bottom overlay to the topmost one. */
const open: (() => void)[] = [];
/** The action to run once the browser has gone back in its history, or null if it is not doing so. */
let leaving: (() => void) | null = null;

/** Return the number of overlays that were open when the current history entry was created. */
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
 * Register an overlay that has been opened. *close* is called when the browser goes back. If the overlay is closed in
 * any other way, call the returned function.
 */
export function overlayOpened(close: () => void): () => void {
  open.push(close);
  if (!leaving) enter();
  return () => {
    const at = open.indexOf(close);
    if (at >= 0) open.splice(at, 1);
    // if another overlay replaces this one, it takes over the history entry
    setTimeout(() => {
      if (!leaving && depth() > open.length) leave(enter); // another overlay may have opened while going back
    });
  };
}

/** Close all overlays and go back past their history entries, then call *what*. */
export function closeOverlays(what: () => void): void {
  for (const close of open.splice(0).reverse()) close();
  if (leaving || depth()) leave(() => closeOverlays(what));
  else what();
}
