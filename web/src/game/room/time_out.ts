/** The consequences of a time-out, as derived from the game's events. */

import type { Entry } from '../../net/types';
import { split } from '../../rules';
import { t } from '../../text/messages.svelte';
import { tileWord } from '../../text/tiles';

interface TimeOut {
  /** The number of tiles drawn, and whether they were a penalty. */
  tiles: number;
  penalty: boolean;
  /** True if the tiles laid in this turn went back to the rack. */
  restored: boolean;
  /** The tile that was discarded automatically. */
  discarded: string | null;
}

/** Return the consequences of a time-out by *seat* in these entries, or null if it did not run out of time. */
export function timeOut(entries: readonly Entry[], seat: number | null): TimeOut | null {
  const events = entries.flatMap((entry) => entry.events ?? []);
  const at = events.findIndex((event) => event.type === 'TimedOut' && event.seat === seat);
  if (at < 0) return null;
  const own = events.slice(at).filter((event) => 'seat' in event && event.seat === seat);
  const drawn = own.flatMap((event) =>
    event.type === 'Drew' || event.type === 'Penalised' ? split(event.tiles) : [],
  );
  return {
    tiles: drawn.length,
    penalty: own.some(({ type }) => type === 'Penalised'),
    discarded: own.flatMap((event) => (event.type === 'Discarded' ? event.tile : []))[0] ?? null,
    restored: own.some(({ type }) => type === 'Restored'),
  };
}

/** Return the text about a time-out. *touched* is true if the seat had laid tiles without submitting them. */
export function timeOutText(entries: readonly Entry[], seat: number | null, touched: boolean): string {
  const cost = timeOut(entries, seat);
  if (!cost) return '';
  const { discarded, penalty, restored, tiles } = cost;
  const loss = discarded
    ? t('time.up.discarded', { tile: tileWord(discarded) })
    : tiles
      ? t(penalty ? 'time.up.penalty' : 'time.up.drew', { n: tiles })
      : t('time.up.turn');
  return [t('time.up'), loss, restored || touched ? t('time.up.restored') : ''].filter(Boolean).join(' ');
}
