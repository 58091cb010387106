/**
 * Reads and writes links to a position in the studio, such as `/studio#ruleset=…&table=…`. Parameters that
 * have their default values are left out.
 */

/** A position in a link. `held` lists the number of tiles on each of the other players' racks, in playing order. */
export interface LinkedPosition {
  readonly ruleset: string;
  readonly table: string;
  readonly rack: string;
  /** The table after the play, if the link includes a play. */
  readonly after?: string;
  readonly opened?: boolean;
  readonly players?: number;
  readonly held?: readonly number[];
  /** The numbers of the other players that have not opened. The viewer is player 0. */
  readonly unopened?: readonly number[];
  /** The number of tiles in the pool, or null for all remaining tiles. */
  readonly pool?: number | null;
  /** The studio's first question. */
  readonly ask?: 'win' | 'most' | 'legal' | 'mess';
}

/** The default number of tiles on another player's rack. */
export const HELD = 10;
const SEATS = [2, 6] as const;
const LIMITS = [100, 200] as const;

export function positionLink({
  ruleset,
  table,
  rack,
  after,
  opened = true,
  players = 2,
  held = [],
  unopened = [],
  pool = null,
  ask,
}: LinkedPosition): string {
  const link = new URLSearchParams({
    ruleset,
    table,
    rack,
    ...(after ? { after } : {}),
    ...(opened ? {} : { opened: '0' }),
    ...(players === SEATS[0] ? {} : { players: String(players) }),
    ...(held.every((tiles) => tiles === HELD) ? {} : { held: held.join(' ') }),
    ...(unopened.length ? { unopened: unopened.join(' ') } : {}),
    ...(pool === null ? {} : { pool: String(pool) }),
  });
  return `/studio${ask ? `?ask=${ask}` : ''}#${link.toString()}`;
}

/** Parse a link's parameters, which follow the `#`. Invalid numbers are ignored. */
export function readPosition(link: URLSearchParams): Required<Omit<LinkedPosition, 'ruleset' | 'ask'>> {
  const text = (name: string): string => link.get(name) ?? '';
  const players = whole(text('players'), SEATS) ?? SEATS[0];
  const held = text('held')
    .split(' ')
    .map((tiles) => whole(tiles, [1, LIMITS[0]]) ?? HELD);
  return {
    table: text('table'),
    rack: text('rack'),
    after: text('after'),
    opened: text('opened') !== '0',
    players,
    held: Array.from({ length: players - 1 }, (_, nth) => held[nth] ?? HELD),
    unopened: Array.from({ length: players - 1 }, (_, nth) => nth + 1).filter((seat) =>
      text('unopened').split(' ').includes(String(seat)),
    ),
    pool: whole(text('pool'), [0, LIMITS[1]]),
  };
}

function whole(text: string, [least, most]: readonly [number, number]): number | null {
  const found = /^\d{1,3}$/.test(text) ? Number(text) : -1;
  return found >= least && found <= most ? found : null;
}
