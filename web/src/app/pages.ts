/** The pages; each is loaded when it is opened. */

import type { Component } from 'svelte';
import type { Route } from './routes';

export type Page = { default: Component<Record<string, string>> };

export const load: Record<Route['page'], () => Promise<unknown>> = {
  home: () => import('./pages/Home.svelte'),
  table: () => import('./pages/Table.svelte'),
  invite: () => import('./pages/Invite.svelte'),
  carry: () => import('./pages/Carry.svelte'),
  new: () => import('./pages/NewTable.svelte'),
  rules: () => import('./pages/Rules.svelte'),
  house: () => import('./pages/House.svelte'),
  legal: () => import('./pages/Legal.svelte'),
  privacy: () => import('./pages/Privacy.svelte'),
  verify: () => import('./pages/Verify.svelte'),
  lost: () => import('./pages/Lost.svelte'),
};
