/** The same match once more, at a new table. */

import type { RoomCard } from '../../net/types/http';
import type { SeatView, TermsView } from '../../net/types';
import { api } from '../../net/api';
import { go } from '../../device/router.svelte';

type Length = Pick<RoomCard, 'ruleset' | 'rounds' | 'target' | 'turn_ms' | 'by_days'>;

/** The levels of the opponents, if computers play all of their seats. */
export function levelsOf(opponents: readonly Pick<SeatView, 'kind' | 'level'>[]): string[] | null {
  return opponents.every(({ kind }) => kind === 'computer') ? opponents.map(({ level }) => level) : null;
}

/** Open a table against computers of these levels, and begin at once. */
export async function playComputersAgain({ ruleset, rounds, target, turn_ms, by_days }: Length | TermsView, levels: readonly string[]): Promise<void> {
  const { room } = await api.open({
    terms: { ruleset, rounds, target, turn_ms, by_days, private: true },
    seats: levels.length + 1,
    computers: levels.map((level, i) => ({ seat: i + 1, level })),
    start: true,
  });
  go(`/t/${encodeURIComponent(room)}`);
}
