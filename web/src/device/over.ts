/**
 * What lies over the page, in the history of the browser: its way back closes what lies on top, and
 * the page itself stays. Everything that is closed otherwise leaves the history as it was.
 */

/** How to close each thing that lies over the page, from below. */
const open: (() => void)[] = [];
/** Whether entries of what was closed are being left. */
let leaving = false;

/** How many things lie over the page at this entry of the history. */
const depth = (): number => (history.state as { over?: number } | null)?.over ?? 0;

function enter(): void {
  while (depth() < open.length) history.pushState({ over: depth() + 1 }, '');
}

function leave(): void {
  if (leaving || depth() <= open.length) return;
  leaving = true;
  history.go(open.length - depth());
}

function moved(): void {
  if (leaving) {
    leaving = false;
    return enter(); // something may have been opened since
  }
  for (const close of open.slice(depth()).reverse()) close();
}

/** Something was opened over the page; *close* is called when the browser goes back. Returns how to say that it is closed. */
export function openedOver(close: () => void): () => void {
  if (!open.length) addEventListener('popstate', moved);
  open.push(close);
  if (!leaving) enter();
  return () => {
    open.splice(open.indexOf(close), 1);
    // what is opened in its place takes over its entry, and a page that was gone to has replaced it
    setTimeout(() => {
      leave();
      if (!open.length && !leaving) removeEventListener('popstate', moved);
    });
  };
}
