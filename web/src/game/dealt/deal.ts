/** Deals the tiles before the server in its worker has started, which takes a few seconds. */

import { api } from '../../net/api';
import { identify } from '../../net/identity';
import type { NewRoom } from '../../net/types/http';
import type { TermsView } from '../../net/types';
import type { OwnGames } from '../../device/own_games';
import { shell } from '../../device/shell.svelte';
import { labelOf, orderOf, tilesInOrder, toHex } from '../../rules/shuffle';
import { hasDiscards, tileSetOf } from '../draft/law';
import { dealt, type Deal } from './dealt';

/** A new table with a known number of seats. */
export type NewTable = NewRoom & { readonly seats: number };

/**
 * The numbers of random bytes that the server draws for a table's id, and then for the seed of its first round.
 */
const DRAWN = { id: 9, seed: 32 } as const;

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');

/** Return the deal of a table's first round by the published shuffle, which `docs/shuffle.md` describes. */
export async function dealOf(
  id: string,
  seed: Uint8Array<ArrayBuffer>,
  options: TermsView['options'],
  seats: number,
): Promise<Deal> {
  const tiles = tilesInOrder(tileSetOf(options, seats));
  const label = labelOf(
    `${id}.0`,
    Array.from({ length: seats }, () => ''),
  );
  const order = await orderOf(seed, label, tiles.length);
  const size = Number(options['deal.tiles']);
  return { options, seats, rack: order.slice(0, size).map((i) => tiles[i]!), pool: tiles.length - seats * size };
}

/**
 * Open a table with random bytes drawn here, so that the server deals the same tiles once it has started. Special
 * deals, and large tables that need more tiles, are left to the server.
 */
export async function openAndDeal(room: NewTable, games: OwnGames): Promise<{ room: string }> {
  const drawn = crypto.getRandomValues(new Uint8Array(DRAWN.id + DRAWN.seed));
  const id = base64url(drawn.subarray(0, DRAWN.id));
  const preset = (await api.presets()).find(({ name }) => name === room.terms?.ruleset);
  if (
    !preset ||
    hasDiscards(preset.options) ||
    typeof preset.options['tiles.copies'] !== 'number' ||
    room.seats > 4
  )
    return api.open(room);
  const [deal, { default: Dealt }] = await Promise.all([
    dealOf(id, drawn.slice(DRAWN.id), preset.options, room.seats),
    import('./Dealt.svelte'),
  ]);
  dealt.current = deal;
  shell.dealt = Dealt;
  void games.open(room, toHex(drawn), identify());
  return { room: id };
}
