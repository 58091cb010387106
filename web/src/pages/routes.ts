/** The pages by their addresses, and a page that is loaded when it is opened. */

import type { Component } from 'svelte';

/** What an address says: the page, and what stands after it, such as the code of a table. */
export interface Route {
  page: string;
  part: string;
}

/** The pages whose addresses are shorter than their names. */
const SHORT: Readonly<Record<string, string>> = { '': 'home', t: 'table', i: 'invite', c: 'carry' };
const LOST: Route = { page: 'lost', part: '' };

/** The page that belongs to a path; whether there is one of that name is found when it is loaded. */
export function routeOf(path: string): Route {
  const [, first = '', part = '', more] = path.replace(/\/+$/, '').split('/');
  if (more !== undefined || Object.values(SHORT).includes(first)) return LOST;
  try {
    return { page: SHORT[first] ?? first, part: decodeURIComponent(part) };
  } catch {
    return LOST;
  }
}

export type About = Record<string, string>;

/** A page, and what it is about: its parameters. */
export type Page = { Found: Component<About>; about: About };
export type Loaded = Promise<{ default: unknown }>;

export const opened = async (page: Loaded, about: About = {}): Promise<Page> => ({
  Found: (await page).default as Page['Found'],
  about,
});
