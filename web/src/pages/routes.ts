/** Routes, and pages that are loaded on demand. */

import type { Component } from 'svelte';

/** A parsed address: the page name, and the part after it, such as a table code. */
export interface Route {
  page: string;
  part: string;
}

/** Pages whose addresses are shorter than their names. */
const SHORT: Readonly<Record<string, string>> = { '': 'home', t: 'table', i: 'invite', c: 'carry' };
const LOST: Route = { page: 'lost', part: '' };

/** The route of a path. The page may not exist; this is checked when it is loaded. */
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

/** A page component and its parameters. */
export type Page = { Content: Component<PageProps>; props: PageProps };
export type Loaded = Promise<{ default: unknown }>;

export const opened = async (page: Loaded, props: PageProps = {}): Promise<Page> => ({
  Content: (await page).default as Page['Content'],
  props,
});
