/** The pages; each one is loaded when it is opened. */

import type { Component } from 'svelte';
import type { Route } from './routes';

export type Page = { default: Component<Record<string, string>> };

export const load: Record<Route['page'], () => Promise<unknown>> = {
  home: () => import('./home/Home.svelte'),
  table: () => import('./Table.svelte'),
  invite: () => import('./Invite.svelte'),
  carry: () => import('./LogIn.svelte'),
  new: () => import('./new/NewTable.svelte'),
  rules: () => import('./rules/Rules.svelte'),
  house: () => import('./rules/HouseRules.svelte'),
  learn: () => import('../learn/Learn.svelte'),
  legal: () => import('./legal/Legal.svelte'),
  privacy: () => import('./Privacy.svelte'),
  verify: () => import('./verify/Verify.svelte'),
  lost: () => import('./NotFound.svelte'),
};
