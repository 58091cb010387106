/** Sends the clock of a shared evening to the other phones. */

import { eveningIn, shared } from './requests';
import type { Kept } from './stored';

let waiting: Kept | null = null;
let sending = false;

/** Send the clock of an evening if this phone keeps it. A clock that cannot be sent is replaced by the next one. */
export async function sendClock(kept: Kept): Promise<void> {
  if (!kept.shared || !kept.keeps) return;
  waiting = kept;
  if (sending) return;
  sending = true;
  try {
    while (waiting) {
      const { shared: id, evening } = waiting;
      waiting = null;
      const found = await shared.view(id, 0);
      const now = eveningIn(found);
      if (now && found.keeps) await shared.put(id, found.version, { ...now, clock: evening.clock });
    }
  } catch {
    // the next turn is sent again
  } finally {
    sending = false;
  }
}
