/** What is put on the page of a game: tabs beside the table, and actions below it. */

import type { Part } from './shown';

/** The tabs after the moves. */
export const TABS: readonly Part[] = [
  {
    id: 'comments',
    label: 'games.comments',
    load: () => import('../comments/Comments.svelte'),
    when: ({ local }) => !local,
  },
  { id: 'review', label: 'games.review', load: () => import('../actions/Reviewed.svelte') },
];

/** The row of actions below the list. */
export const ACTIONS: readonly Part[] = [
  { id: 'analyse', label: 'games.analyse', load: () => import('../actions/Analyse.svelte') },
  { id: 'share', label: 'games.share', load: () => import('../share/Share.svelte'), when: ({ local }) => !local },
  { id: 'save', label: 'games.save', load: () => import('../actions/Save.svelte') },
  { id: 'keep', label: 'games.keep', load: () => import('../actions/Keep.svelte'), when: ({ local }) => local },
];
