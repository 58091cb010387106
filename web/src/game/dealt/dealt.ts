/** The latest deal by the page itself. `Dealt.svelte` shows it. */

import type { TermsView } from '../../net/types';

/** The tiles that the page has dealt: the rack of the first seat, and the number of tiles in the pool. */
export interface Deal {
  readonly options: TermsView['options'];
  readonly seats: number;
  readonly rack: readonly string[];
  readonly pool: number;
}

export const dealt: { current: Deal | null } = { current: null };
