/** Which page is shown: a path of the address, without any reload. */

let here = $state.raw(location.pathname + location.search + location.hash);

/** Path, search and hash of the address. */
export const address = (): URL => new URL(here, location.origin);

const noted = (): void => {
  here = location.pathname + location.search + location.hash;
};

/** Go to a path of this site. */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  noted();
  scrollTo(0, 0);
  // whoever listens hears the new page from its beginning
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** Let links within the site change the page without loading it again. */
export function interceptLinks(): void {
  addEventListener('popstate', noted);
  addEventListener('hashchange', noted);
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
