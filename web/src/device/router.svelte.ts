/** The address of the current page, which can change without a reload. */

import { closeOverlays } from './overlays';

/**
 * The path of an address on this site, with its query and fragment. A web host without a server has one page for all
 * paths, so that there the path is in the query: `?/games/abc#r1t2`.
 */
export const pathOf = ({ pathname, search, hash }: URL | Location | HTMLAnchorElement): string =>
  (search[1] === '/' ? search.slice(1) : pathname + search) + hash;

let here = $state.raw(pathOf(location));

/** Return the current path as an address on a server, as reactive state. */
export const address = (): URL => new URL(here, location.origin);

const update = (): void => void (here = pathOf(location));

/** Open a path on this site, after closing all overlays and going back past their history entries. */
export const go = (path: string, replace = false): void =>
  closeOverlays(() => {
    if (replace) history.replaceState(null, '', path);
    else history.pushState({ from: pathOf(location) }, '', path);
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
    if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    go(pathOf(link));
  });
}
