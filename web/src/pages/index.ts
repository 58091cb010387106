/** Maps routes to pages. */

import { opened, type Page, type Route } from './routes';

/**
 * Load a route's page. The two most visited pages are imported directly. Every other page is looked up in the list
 * of pages, which must be loaded first.
 */
export async function load({ page, part }: Route): Promise<Page> {
  if (page === 'table' && part) return opened(import('./Table.svelte'), { room: part });
  if (page === 'home' && !part) return opened(import('./home/Home.svelte'));
  return (await import('./lazy_pages')).load(page, part);
}
