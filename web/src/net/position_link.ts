/** The address of a position on the analysis board: `/analysis#ruleset=…&table=…`, what is usual left out. */

/** A position with what is known of the others; `held` are their tiles, in the order of play. */
export interface LinkedPosition {
  readonly ruleset: string;
  readonly table: string;
  readonly rack: string;
  /** The table after a play. */
  readonly after?: string;
  readonly opened?: boolean;
  readonly players?: number;
  readonly held?: readonly number[];
  /** The tiles that can be drawn; null where they are all that are neither seen nor held. */
  readonly pool?: number | null;
}

/** How many tiles somebody holds of whom an address does not say it. */
export const HELD = 10;
const SEATS = [2, 4] as const;
const MOST = [100, 200] as const;

export function positionLink({
  ruleset,
  table,
  rack,
  after,
  opened = true,
  players = 2,
  held = [],
  pool = null,
}: LinkedPosition): string {
  const link = new URLSearchParams({
    ruleset,
    table,
    rack,
    ...(after ? { after } : {}),
    ...(opened ? {} : { opened: '0' }),
    ...(players === SEATS[0] ? {} : { players: String(players) }),
    ...(held.every((tiles) => tiles === HELD) ? {} : { held: held.join(' ') }),
    ...(pool === null ? {} : { pool: String(pool) }),
  });
  return `/analysis#${link.toString()}`;
}

/** Read the part of an address after `#`; numbers that make no sense are as if they were not there. */
export function readPosition(link: URLSearchParams): Required<Omit<LinkedPosition, 'ruleset'>> {
  const text = (name: string): string => link.get(name) ?? '';
  const players = whole(text('players'), SEATS) ?? SEATS[0];
  const held = text('held')
    .split(' ')
    .map((tiles) => whole(tiles, [1, MOST[0]]) ?? HELD);
  return {
    table: text('table'),
    rack: text('rack'),
    after: text('after'),
    opened: text('opened') !== '0',
    players,
    held: Array.from({ length: players - 1 }, (_, nth) => held[nth] ?? HELD),
    pool: whole(text('pool'), [0, MOST[1]]),
  };
}

function whole(text: string, [least, most]: readonly [number, number]): number | null {
  const found = /^\d{1,3}$/.test(text) ? Number(text) : -1;
  return found >= least && found <= most ? found : null;
}
