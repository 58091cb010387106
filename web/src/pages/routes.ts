/** Routes, which map addresses to pages. Pages are loaded on demand. */

import type { Component } from 'svelte';

/** A parsed address: a page name, and the path segment after it, such as a table code. */
export interface Route {
  page: string;
  part: string;
}

/** Abbreviated path segments and their page names. */
const SHORT: Readonly<Record<string, string>> = { '': 'home', t: 'table', i: 'invite', c: 'carry' };
const LOST: Route = { page: 'lost', part: '' };

/** Return the route for a path, which may lead to no existing page: this is checked when a page is loaded. */
export function routeOf(path: string): Route {
  const [, first = '', part = '', more] = path.replace(/\/+$/, '').split('/');
  if (more !== undefined || Object.values(SHORT).includes(first)) return LOST;
  try {
    return { page: SHORT[first] ?? first, part: decodeURIComponent(part) };
  } catch {
    return LOST;
  }
}

export type PageProps = Record<string, string>;

/** A page's component, and the properties to pass to it. */
export type Page = { Content: Component<PageProps>; props: PageProps };
export type Loaded = Promise<{ default: unknown }>;

export const opened = async (page: Loaded, props: PageProps = {}): Promise<Page> => ({
  Content: (await page).default as Page['Content'],
  props,
});
