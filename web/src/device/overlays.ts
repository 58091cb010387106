/**
 * What lies over the page, in the history of the browser: its way back closes what lies on top, and
 * the page itself stays. Everything that is closed otherwise leaves the history as it was.
 */

/** How to close each thing that lies over the page, from below. */
const open: (() => void)[] = [];
/** What is done when entries have been left, while they are being left. */
let leaving: (() => void) | null = null;

/** How many things lie over the page at this entry of the history. */
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

/** Something was opened over the page; *close* is called when the browser goes back. Returns how to say that it is closed. */
export function overlayOpened(close: () => void): () => void {
  open.push(close);
  if (!leaving) enter();
  return () => {
    const at = open.indexOf(close);
    if (at >= 0) open.splice(at, 1);
    // what is opened in its place takes over its entry
    setTimeout(() => {
      if (!leaving && depth() > open.length) leave(enter); // something may be opened meanwhile
    });
  };
}

/** Close everything that lies over the page, and leave its entries; then do *what*. */
export function closeOverlays(what: () => void): void {
  for (const close of open.splice(0).reverse()) close();
  if (leaving || depth()) leave(() => closeOverlays(what));
  else what();
}
