/** The zones beside the table: the discard pile, the trump tile, and the free tiles. */

import type { Zone } from '../../table';
import { readTiles, type Tile, type TileSet } from '../../rules';
import type { GameView } from '../../net/types';

/** Return the moves that the viewer can make with each zone. *discards* is true if every turn ends with a discard. */
export function zonesOf(game: GameView, discards: boolean, myTurn: boolean): Record<string, Zone> {
  const zones: Record<string, Zone> = {};
  if (discards) {
    zones.discard = {
      drop: myTurn && game.phase === 'meld',
      ...(game.can?.take ? { take: 'ask' as const } : {}),
    };
  }
  if (game.trump) zones.trump = game.can?.go_out ? { take: 'play' } : {};
  if (game.free.length) zones.free = game.free_usable && game.can?.play ? { take: 'play' } : {};
  return zones;
}

/** Return the tiles in each zone, by the zone's name. */
export function zoneTiles(game: GameView, discards: boolean, set: TileSet): Record<string, Tile[]> {
  const read = (tiles: readonly string[]): Tile[] => readTiles(tiles.join(' '), set);
  const discard = lastDiscard(game);
  return {
    ...(discards ? { discard: read(discard ? [discard] : []) } : {}),
    ...(game.trump ? { trump: read([game.trump]) } : {}),
    ...(game.free.length ? { free: read(game.free) } : {}),
  };
}

/** Return the previous seat's last discard, which the seat to move may take. */
export function lastDiscard(game: GameView): string | undefined {
  const before = (game.to_move + game.hands.length - 1) % game.hands.length;
  return game.hands[before]?.discards.at(-1);
}
