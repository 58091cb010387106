/** Shows the changes since the viewer's last turn: avatars beside changed melds and, after a reload, marked tiles. */

import { mount } from 'svelte';
import Face from '../../components/Face.svelte';
import { bare, tileText } from '../../rules';
import type { Control } from '../../table';
import { t } from '../../text/messages.svelte';
import type { LogLine } from '../room/log_lines';
import type { Room } from '../room/room.svelte';
import { turnLines, type TurnLine } from '../side/turns';

/** Return the turns that other players took since the viewer's last turn, at most one per seat, most recent first. */
export function sinceOwnTurn(lines: readonly LogLine[], me: number | null, seats: number): TurnLine[] {
  const turns = turnLines(lines)
    .filter(({ parts }) => parts[0]?.move)
    .slice(1 - seats);
  return turns.slice(turns.findLastIndex(({ seat }) => seat === me) + 1).reverse();
}

/** Return a list with only the most recent turn that has a move. The list is empty if there is no such turn. */
export const lastTurn = (lines: readonly LogLine[]): TurnLine[] =>
  turnLines(lines)
    .filter(({ parts }) => parts[0]?.move)
    .slice(-1);

/**
 * Return a function that creates the small avatar shown beside a meld to indicate which seat changed it. Returns
 * null in games for two players, which do not need it.
 */
export function changeMarkerOf(room: Room): ((seat: number) => HTMLElement) | null {
  const seats = room.view?.seats ?? [];
  if (seats.length < 3) return null;
  const made = new Map<number, HTMLElement>();
  return (seat) => {
    const sign = made.get(seat) ?? drawn(room, seat);
    made.set(seat, sign);
    return sign.cloneNode(true) as HTMLElement;
  };
}

function drawn(room: Room, seat: number): HTMLElement {
  const sign = document.createElement('span');
  const text = t('move.by', { name: room.nameOf(seat) });
  sign.className = 'tt-changed-by';
  sign.title = text;
  sign.setAttribute('role', 'img');
  sign.setAttribute('aria-label', text);
  mount(Face, { target: sign, props: { who: room.view!.seats[seat]! } });
  return sign;
}

/** Mark the tiles that other players laid in *turns*. Used when a table is shown for the first time. */
export function markTurns(control: Control, turns: readonly TurnLine[]): void {
  const { pieces, piles } = control.draft;
  const last = new Map<string, number | undefined>();
  const touched = new Map<number, number | undefined>();
  for (const { seat, parts } of turns) {
    for (const tiles of parts.flatMap(({ move }) => (move?.laid ? move.tiles : []))) {
      const found = piles.map((pile) => {
        const free = pile.ids.filter((id) => !last.has(id));
        return {
          pile,
          ids: tiles.flatMap((tile) =>
            free.splice(free.findIndex((id) => tileText(pieces.get(id)!.tile) === bare(tile)) >>> 0, 1),
          ),
        };
      });
      const best = found.find(({ ids }) => ids.length === tiles.length);
      for (const id of best?.ids ?? []) last.set(id, seat ?? undefined);
      if (best && !touched.has(best.pile.key)) touched.set(best.pile.key, seat ?? undefined);
    }
  }
  control.last = new Map([...last].reverse());
  control.touched = touched;
}
