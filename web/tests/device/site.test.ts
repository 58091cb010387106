// @vitest-environment happy-dom
/** On a web host without a server, one file serves all pages: their paths are in the query. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { address, go, interceptLinks, pathOf } from '../../src/device/router.svelte';
import { site } from '../../src/device/site';

const HOST = 'http://host.example/a/b/';

beforeAll(async () => {
  vi.stubGlobal('scrollTo', () => {});
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(HOST);
  await import('../../public/offline/addresses.js' as string);
  interceptLinks();
  dispatchEvent(new PopStateEvent('popstate'));
});
afterAll(() => {
  for (const method of ['pushState', 'replaceState'])
    delete (history as unknown as Record<string, unknown>)[method];
});

test('the home page has a path, too', () => {
  expect(location.href).toBe(`${HOST}?/`);
  expect(address().pathname).toBe('/');
});

test('an opened page is in the query, and so is its own query', () => {
  go('/rules?ruleset=mcgraw#hand-3');
  expect(location.href).toBe(`${HOST}?/rules?ruleset=mcgraw#hand-3`);
  expect(pathOf(address())).toBe('/rules?ruleset=mcgraw#hand-3');
  history.replaceState(null, '', '#hand-4');
  expect(pathOf(location)).toBe('/rules?ruleset=mcgraw#hand-4');
});

test('a link leads to the same address, whether it is clicked, copied or opened in another tab', async () => {
  document.body.innerHTML = '<p><a href="/games/x#r1t2">a</a><a href="/api/games/archive">b</a></p>';
  const [page, file] = document.querySelectorAll('a');
  await vi.waitFor(() => expect(page!.href).toBe(`${HOST}?/games/x#r1t2`));
  expect(file!.getAttribute('href')).toBe('/api/games/archive');
  page!.setAttribute('href', '?theme=out');
  await vi.waitFor(() => expect(page!.href).toBe(`${HOST}?/rules?theme=out`));
  page!.setAttribute('href', '/puzzles');
  await vi.waitFor(() => expect(page!.href).toBe(`${HOST}?/puzzles`));
  page!.click();
  await vi.waitFor(() => expect(address().pathname).toBe('/puzzles'));
  expect(`${site()}/puzzles`).toBe(location.href);
});
