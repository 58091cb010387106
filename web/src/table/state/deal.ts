/**
 * Builds the draft for a new table from the previous draft. Tiles and melds that stay keep their ids and keys, so that
 * only the new ones move on the screen.
 */

import { equal, shared, tileText, tilesOf, without, type Lay, type Tile, type TileSet } from '../../rules';
import { meldOf, onTable, tilesIn, type Draft, type Id, type Origin, type Piece, type Pile } from './draft';

/** All tiles that a viewer can see: the melds on the table, the rack in any order, and the tiles in each zone. */
export interface Deal {
  readonly set: TileSet;
  readonly table: readonly Lay[];
  /** Undefined for spectators. */
  readonly rack?: readonly Tile[];
  readonly zones?: Readonly<Record<string, readonly Tile[]>>;
}

/** Return the tiles in a pile, in order. The pile does not have to be a meld. */
export const laidTiles = (lay: Lay): readonly Tile[] => ('kind' in lay ? tilesOf(lay) : lay);

/** Return the draft for a new deal, reusing the ids and keys in *old*. */
export function dealt(old: Draft, deal: Deal): Draft {
  const assigned = new Ids(old);
  const pieces = new Map<Id, Piece>();
  const put = (id: Id, tile: Tile, origin: Origin): Id => {
    pieces.set(id, { id, tile, origin });
    return id;
  };
  let { nextKey } = old;
  const rack = deal.rack ?? [];
  // assign these tiles first: tiles that are still on the rack or in a zone were not laid on the table
  const stayed = rack.map((tile) => assigned.keep(tile, 'rack'));
  const zones = Object.entries(deal.zones ?? {}).map(([zone, tiles]) => {
    const origin: Origin = `zone:${zone}`;
    return { origin, tiles: tiles.map((tile) => [tile, assigned.keep(tile, origin)] as const) };
  });
  const partners = paired(old, deal.table);
  const claimed = deal.table.map((meld, i) => assigned.claim(laidTiles(meld), partners[i]?.ids ?? []));
  const piles = deal.table.map((meld, i): Pile => {
    const ids = laidTiles(meld).map((tile, n) =>
      put(claimed[i]![n] ?? assigned.take(tile, 'table'), tile, 'table'),
    );
    return { key: partners[i]?.key ?? nextKey++, ids, kind: 'kind' in meld ? meld.kind : null };
  });
  for (const { origin, tiles } of zones) {
    for (const [tile, kept] of tiles) put(kept ?? assigned.take(tile, origin), tile, origin);
  }
  rack.forEach((tile, i) => put(stayed[i] ?? assigned.take(tile, 'rack'), tile, 'rack'));
  const order = standing(old, piles);
  return { set: deal.set, pieces, start: order, piles: order, nextKey };
}

/**
 * Return a draft that shows another table instead of the one in *mine*. `own` is true if that table uses tiles from
 * this player's rack and zones.
 */
export function asDraft(
  mine: Draft,
  shown: Draft,
  {
    table,
    zones,
    own,
  }: { readonly table: readonly Lay[]; readonly zones: readonly string[]; readonly own: boolean },
): Draft {
  const laid = own ? without(table.flatMap(laidTiles), tilesFrom(mine, 'table')) : [];
  // the next step of a hint may return the player's own tiles to their origins
  const old = own ? { ...shown, pieces: new Map([...shown.pieces, ...mine.pieces]) } : shown;
  return dealt(old, { set: mine.set, table, ...leftOf(mine, laid, zones) });
}

/** Return the tiles with the given origin, including those that are currently in piles. */
export const tilesFrom = (draft: Draft, origin: Origin): Tile[] =>
  [...draft.pieces.values()].filter((piece) => piece.origin === origin).map((piece) => piece.tile);

/**
 * Return the tiles that remain on the rack and in the zones after laying *laid*. `strange` lists the laid tiles that
 * came from neither.
 */
export function leftOf(
  draft: Draft,
  laid: readonly Tile[],
  zones: readonly string[],
): Required<Pick<Deal, 'rack' | 'zones'>> & { readonly strange: readonly Tile[] } {
  let strange = laid;
  const rest = (origin: Origin): Tile[] => {
    const here = tilesFrom(draft, origin);
    const left = without(here, strange);
    strange = without(strange, here);
    return left;
  };
  const rack = rest('rack');
  return { rack, zones: Object.fromEntries(zones.map((zone) => [zone, rest(`zone:${zone}`)])), strange };
}

/** Return the melds that existed before, in their previous order, followed by the new melds. */
function standing(old: Draft, piles: readonly Pile[]): Pile[] {
  const place = (pile: Pile): number => {
    const found = old.piles.findIndex(({ key }) => key === pile.key);
    return found < 0 ? old.piles.length : found;
  };
  return [...piles].sort((a, b) => place(a) - place(b));
}

/** Return each new meld's previous pile, which is the same meld or the pile that shares the most tiles with it. */
function paired(old: Draft, table: readonly Lay[]): (Pile | undefined)[] {
  const found: (Pile | undefined)[] = table.map(() => undefined);
  const free = new Set(old.piles);
  const pair = (at: number, pile: Pile): void => {
    found[at] = pile;
    free.delete(pile);
  };
  table.forEach((meld, at) => {
    const twin = [...free].find((pile) => {
      const was = meldOf(old, pile);
      return was !== null && 'kind' in meld && equal(was, meld);
    });
    if (twin) pair(at, twin);
  });
  const near = table.flatMap((meld, at) =>
    found[at]
      ? []
      : [...free].map((pile) => ({ at, pile, many: shared(tilesIn(old, pile.ids), laidTiles(meld)) })),
  );
  for (const { at, pile, many } of near.sort((a, b) => b.many - a.many)) {
    if (many > 0 && !found[at] && free.has(pile)) pair(at, pile);
  }
  return found;
}

/** Return whether this draft was started from this deal. */
export function sameDeal(draft: Draft, deal: Deal): boolean {
  const tiles = [...(deal.rack ?? [])].map((tile) => `rack ${tile}`);
  for (const [zone, some] of Object.entries(deal.zones ?? {})) {
    tiles.push(...some.map((tile) => `zone:${zone} ${tile}`));
  }
  const had = [...draft.pieces.values()].filter((piece) => piece.origin !== 'table');
  const known = had.map((piece) => `${piece.origin} ${piece.tile}`);
  const free = [...draft.start];
  const found = deal.table.map((lay) => {
    const at = free.findIndex((pile) => {
      const was = meldOf(draft, pile);
      return was !== null && 'kind' in lay && equal(was, lay);
    });
    return at >= 0 && free.splice(at, 1).length > 0;
  });
  const set = JSON.stringify(draft.set) === JSON.stringify(deal.set);
  return set && found.every(Boolean) && !free.length && `${tiles.sort()}` === `${known.sort()}`;
}

/** Assigns the tile ids used in the previous draft to the tiles in the new one. */
class Ids {
  private readonly free: Map<Tile, Id[]> = new Map();
  private readonly given = new Set<Id>();

  constructor(private readonly old: Draft) {
    const laid = onTable(old);
    const all = [...old.pieces.values()];
    // start with tiles from the table, because they are certain to be on the next table
    for (const piece of [...all.filter((p) => laid.has(p.id)), ...all.filter((p) => !laid.has(p.id))]) {
      const ids = this.free.get(piece.tile) ?? [];
      this.free.set(piece.tile, [...ids, piece.id]);
    }
  }

  /** Assign ids from the pile that these tiles continue. Tiles that are not in that pile get undefined. */
  claim(tiles: readonly Tile[], from: readonly Id[]): (Id | undefined)[] {
    const left = [...from];
    return tiles.map((tile) => {
      const at = left.findIndex((id) => this.old.pieces.get(id)!.tile === tile && !this.given.has(id));
      if (at < 0) return undefined;
      const [id] = left.splice(at, 1);
      this.given.add(id!);
      return id;
    });
  }

  /** Assign an id to a tile that stayed at *origin*, if there is such a tile. */
  keep(tile: Tile, origin: Origin): Id | undefined {
    const id = this.left(tile).findLast((each) => this.old.pieces.get(each)!.origin === origin);
    if (id) this.given.add(id);
    return id;
  }

  /** Assign an id to a tile that moved to *origin*, creating a new id if necessary. */
  take(tile: Tile, origin: Origin): Id {
    const ids = this.left(tile);
    const was = (id: Id): Origin => this.old.pieces.get(id)!.origin;
    const id =
      ids.find((each) => was(each) === origin) ??
      // the ids of tiles on the table are not available, because these tiles never leave it
      ids.find((each) => was(each) !== 'table') ??
      this.fresh(tile);
    this.given.add(id);
    return id;
  }

  private left(tile: Tile): Id[] {
    return (this.free.get(tile) ?? []).filter((id) => !this.given.has(id));
  }

  private fresh(tile: Tile): Id {
    const text = tileText(tile);
    for (let n = 0; ; n++) {
      const id = `${text}.${n}`;
      if (!this.given.has(id) && !this.old.pieces.has(id)) return id;
    }
  }
}
