/** The address of the page, which changes without a reload. */

import { uncovered } from './over';

let here = $state.raw(location.pathname + location.search + location.hash);

/** Path, search and hash of the address. */
export const address = (): URL => new URL(here, location.origin);

const update = (): void => {
  here = location.pathname + location.search + location.hash;
};

/** Open a path of this site; what lies over the page goes with it, and with its entries of the history. */
export const go = (path: string, replace = false): void =>
  uncovered(() => {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    update();
    scrollTo(0, 0);
    // a screen reader starts at the beginning of the new page
    document.getElementById('main')?.focus({ preventScroll: true });
  });

/** Open links within this site without a reload. */
export function interceptLinks(): void {
  addEventListener('popstate', update);
  addEventListener('hashchange', update);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/')) return;
    if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
