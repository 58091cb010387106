/** Describes a refusal as a single text. The messages for the reasons are loaded when a move is first refused. */

import type { RefusalReason } from '../net/types';
import { withPagesText } from './messages.svelte';
import type { Terms } from './reasons';

/** Return the texts for all reasons, or the English text from the server if the messages cannot be loaded. */
export async function reasonTexts(reasons: readonly RefusalReason[] = [], terms?: Terms): Promise<string> {
  const why = await withPagesText(import('./reasons')).catch(() => null);
  return reasons.map((each) => why?.reasonText(each, terms) ?? each.message).join(' ');
}
