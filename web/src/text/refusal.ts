/** A refusal in one text; its words are loaded when the first one comes. */

import type { Why } from '../net/types';
import type { TileSet } from '../rules';
import { worded } from './messages/index.svelte';

/** All reasons of a refusal, as the server worded them if there are no other words. */
export async function reasonTexts(reasons: readonly Why[] = [], set?: TileSet): Promise<string> {
  const why = await worded(import('./reasons')).catch(() => null);
  return reasons.map((each) => why?.reasonText(each, set) ?? each.message).join(' ');
}
