/** A page that is loaded when it is opened. */

import type { Component } from 'svelte';

export type About = Record<string, string>;

/** A page, and what it is about: its parameters. */
export type Page = { Found: Component<About>; about: About };
export type Loaded = Promise<{ default: unknown }>;

export const opened = async (page: Loaded, about: About = {}): Promise<Page> => ({
  Found: (await page).default as Page['Found'],
  about,
});
