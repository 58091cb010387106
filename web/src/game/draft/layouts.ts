/** Saves the layout of a table in the browser, so that melds do not move on a reload or in a replay. */

import { storedText, storeText } from '../../device/stored';
import type { LayoutMemory } from '../../table';

/** The memory for the layout of a room's table, which lasts as long as the tab. */
export function layoutMemory(room: string): LayoutMemory {
  const key = `tilerummy.layout.${room}`;
  return {
    load: () => storedText(key, 'session'),
    save: (text) => storeText(key, text, 'session'),
  };
}
