/** The consequences of a time-out, derived from the events. */

import type { Entry } from '../../net/types';
import { split } from '../../rules';
import { t } from '../../text/messages.svelte';
import { tileWord } from '../../text/tiles';

interface TimeOut {
  /** The number of tiles drawn, and whether drawing them was a penalty. */
  tiles: number;
  penalty: boolean;
  /** True if the laid tiles went back to the rack. */
  restored: boolean;
  /** The tile that was discarded on the seat's behalf. */
  discarded: string | null;
}

/** The consequences of a time-out by *seat* in these entries, or null if there was none. */
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

/** The text about a seat's time-out. *touched* is true if it had laid tiles that were not played. */
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
