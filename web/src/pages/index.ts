/** Maps routes to pages. */

import { opened, type Page, type Route } from './routes';

/** Load the page for a route. The two most frequent pages are loaded without waiting for the list of pages. */
export async function load({ page, part }: Route): Promise<Page> {
  if (page === 'table' && part) return opened(import('./Table.svelte'), { room: part });
  if (page === 'home' && !part) return opened(import('./home/Home.svelte'));
  return (await import('./lazy_pages')).load(page, part);
}
