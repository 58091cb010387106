/** Sends a shared evening's clock, and the penalties that it has noted, to the other phones. */

import { ApiError } from '../net/error';
import { eveningIn, shared } from './requests';
import type { Kept } from './stored';

/** How often a clock is sent again because another phone was faster. */
const TRIES = 5;

let waiting: Kept | null = null;
let sending = false;

/**
 * Send a shared evening's clock if this phone is the scorekeeper. A clock that cannot be sent is replaced by the
 * next one.
 */
export async function sendClock(kept: Kept): Promise<void> {
  if (!kept.shared || !kept.keeps) return;
  waiting = kept;
  if (sending) return;
  sending = true;
  try {
    let tries = 0;
    while (waiting) {
      const sent: Kept = waiting;
      waiting = null;
      try {
        await send(sent);
        tries = 0;
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'conflict' || ++tries === TRIES) throw error;
        waiting ??= sent; // unless there is a later clock
      }
    }
  } catch {
    // the next turn is sent again
  } finally {
    sending = false;
  }
}

async function send({ shared: id, evening: { clock, counts, penalties } }: Kept): Promise<void> {
  const found = await shared.view(id, 0);
  const now = eveningIn(found);
  if (!now || !found.keeps) return;
  const noted = now.counts.length === counts.length ? { penalties } : {}; // unless the round has ended since
  await shared.put(id, found.version, { ...now, clock, ...noted });
}
