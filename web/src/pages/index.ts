/** The pages by their routes. */

import { opened, type Page, type Route } from './routes';

/** Load the page of a route. The two that are opened most wait for no list of pages. */
export async function load({ page, part }: Route): Promise<Page> {
  if (page === 'table' && part) return opened(import('./Table.svelte'), { room: part });
  if (page === 'home' && !part) return opened(import('./home/Home.svelte'));
  return (await import('./lazy_pages')).load(page, part);
}
