/** The address of the current page, which can change without a reload. */

import { closeOverlays } from './overlays';

/** Old paths, which will be redirected for one more release. */
const MOVED: Readonly<Record<string, string>> = { '/legal': '/studio', '/analysis': '/studio' };

/** Redirect if the current path is an old one. Returns the current address without its origin. */
function current(): string {
  const path = MOVED[location.pathname];
  if (path) history.replaceState(history.state, '', path + location.search + location.hash);
  return location.pathname + location.search + location.hash;
}

let here = $state.raw(current());

/** Return the current address, as reactive state. */
export const address = (): URL => new URL(here, location.origin);

const update = (): void => void (here = current());

/** Open a path on this site, after closing all overlays and going back past their history entries. */
export const go = (path: string, replace = false): void =>
  closeOverlays(() => {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    update();
    scrollTo(0, 0);
    // make screen readers start at the top of the new page
    document.getElementById('main')?.focus({ preventScroll: true });
  });

/** Open all links within this site without a reload, from now on. */
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
