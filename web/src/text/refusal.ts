/** Describes a refusal in one text. The messages for reasons are loaded with the first refusal. */

import type { RefusalReason } from '../net/types';
import type { TileSet } from '../rules';
import { withPagesText } from './messages.svelte';

/** The texts of all reasons, or the server's English text if the messages cannot be loaded. */
export async function reasonTexts(reasons: readonly RefusalReason[] = [], set?: TileSet): Promise<string> {
  const why = await withPagesText(import('./reasons')).catch(() => null);
  return reasons.map((each) => why?.reasonText(each, set) ?? each.message).join(' ');
}
