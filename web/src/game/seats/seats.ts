/** The seats around the table, as seen from one seat. */

import type { Room } from '../room/room.svelte';
import type { HandView, SeatView } from '../../net/types';
import { sidesOf, type Edge } from '../../components/seating/sides';
import { t } from '../../text/messages.svelte';
import { shortName } from '../../text/names';
import { tilesShort } from '../../text/tiles';

export interface SeatAt {
  readonly i: number;
  readonly side: Edge;
  readonly seat: SeatView;
  readonly hand: HandView;
  readonly name: string;
  readonly short: string;
  /** The number of tiles on the rack, not counting tiles laid in an unfinished play. */
  readonly tiles: number;
  /** True if it is this seat's turn. */
  readonly moving: boolean;
}

/** A seat with this many tiles or fewer shows a warning. */
export const FEW = 2;

/** Return the displayed seats with only seat *n* replaced, or all the new seats if the seating has changed. */
export const updated = <T extends { readonly i: number }>(
  shown: readonly T[],
  now: readonly T[],
  n: number,
): readonly T[] => (shown.length === now.length && shown[n]!.i === now[n]!.i ? shown.with(n, now[n]!) : now);

/** Return the seats in playing order, with the viewer's own seat last. */
export function seatsOf(room: Room): SeatAt[] {
  const { view, game } = room;
  if (!view || !game) return [];
  const n = game.hands.length;
  const first = ((room.played ?? -1) + 1) % n;
  const order = Array.from({ length: n }, (_, k) => (first + k) % n);
  const sides = sidesOf(room.played === null ? n : n - 1);
  return order.map((i, at) => {
    const [seat, hand] = [view.seats[i]!, game.hands[i]!];
    const preview = room.preview?.seat === i && room.preview.rack > 0 ? room.preview.rack : null;
    return {
      i,
      side: i === room.played ? 'own' : sides[at]!,
      seat,
      hand,
      name: room.nameOf(i),
      short: shortName(room.seating, i),
      tiles: preview ?? hand.tiles,
      moving: game.to_move === i && !game.result && view.phase === 'playing',
    };
  });
}

/** Return a text with the number of tiles on a rack, and those that all players have seen. */
export const rackWords = (n: number, known: readonly string[]): string =>
  [t('seat.tiles', { n }), ...(known.length ? [t('seat.known', { tiles: tilesShort(known) })] : [])].join('; ');
