/**
 * Addresses on a web host, which has one page for all paths: a path of the site is in the query, as in
 * `?/games/abc#r1t2`. The page reads them with `pathOf` in `src/device/router.svelte.ts`.
 */

/** The address of a path on this site, or of a query of the current path. The worker answers paths in `/api/`. */
function addressOf(path) {
  if (/^\?(?!\/)/.test(path)) return `?${location.search.split('?')[1]}${path}`;
  return /^\/(?!\/|api\/)/.test(path) ? `?${path}` : path;
}

for (const method of ['pushState', 'replaceState']) {
  const change = history[method].bind(history);
  history[method] = (state, title, url) => change(state, title, typeof url === 'string' ? addressOf(url) : url);
}
if (!location.search.startsWith('?/'))
  history.replaceState(history.state, '', `/${location.search}${location.hash}`);

function correct(link) {
  const path = link.getAttribute('href');
  if (path !== addressOf(path)) link.setAttribute('href', addressOf(path));
}

const LINKS = 'a[href^="/"], a[href^="?"]';

// so that a link can also be opened in another tab, and copied
new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes) {
    if (target.matches?.(LINKS)) correct(target);
    for (const node of addedNodes) {
      if (node.matches?.(LINKS)) correct(node);
      node.querySelectorAll?.(LINKS).forEach(correct);
    }
  }
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['href'] });
