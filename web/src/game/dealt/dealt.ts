/** The latest deal by the web client itself. `Dealt.svelte` shows it. */

import type { TermsView } from '../../net/types';

/** The tiles that the web client has dealt: the first seat's rack, and the number of tiles in the pool. */
export interface Deal {
  readonly options: TermsView['options'];
  readonly seats: number;
  readonly rack: readonly string[];
  readonly pool: number;
}

export const dealt: { current: Deal | null } = { current: null };
