import type { Replay } from '../../net/types/http';
import type { Player } from './player.svelte';

/** The displayed game, which is passed to all components of a game page. */
export interface Shown {
  readonly replay: Replay;
  readonly player: Player;
  /** The game's id on the server, or a record's id in this browser. */
  readonly id: string;
  readonly local: boolean;
}

/** True if the viewer did not play in this game, and only follows a link to it. */
export const isStranger = ({ replay, local }: Pick<Shown, 'replay' | 'local'>): boolean =>
  !local && (replay.me ?? null) === null;

/** Return the seats whose racks are shown. Strangers see only the racks of players who agreed to be shown. */
export const shownSeats = ({ rounds, seats }: Replay): number[] =>
  [...seats.keys()].filter((seat) => !rounds[0]?.start.racks[seat]?.includes('?'));
