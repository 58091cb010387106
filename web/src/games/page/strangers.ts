import type { Replay } from '../../net/types/http';

/** True if the viewer did not play in this game, and only follows a link to it. */
export const isStranger = ({ replay, local }: { readonly replay: Replay; readonly local: boolean }): boolean =>
  !local && (replay.me ?? null) === null;

/** Return the seats whose racks are shown. Strangers see only the racks of players who agreed to be shown. */
export const shownSeats = ({ rounds, seats }: Replay): number[] =>
  [...seats.keys()].filter((seat) => !rounds[0]?.start.racks[seat]?.includes('?'));
