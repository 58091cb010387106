/** The layout of the widget: the table, the zones and the rack, and each tile in them. */

import type { Draft, Id, Pile } from '../state/draft';
import { fit, placeOf, spotAt, type Fit, type Size, type Spot } from './fit';

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Place extends Rect {
  readonly area: 'table' | 'rack' | 'zone';
}

export interface Scene {
  readonly table: Rect;
  readonly rack: Rect;
  readonly zones: ReadonlyMap<string, Rect>;
  readonly fit: Fit;
  readonly tile: { readonly table: Size; readonly rack: Size; readonly zone: Size };
  readonly perRow: number;
  readonly tiles: ReadonlyMap<Id, Place>;
  readonly piles: ReadonlyMap<number, Rect>;
  readonly order: readonly Id[];
}

export interface LayoutInput {
  readonly width: number;
  readonly height: number;
  readonly draft: Draft;
  /** The rack in the order in which it is shown. */
  readonly order: readonly Id[];
  readonly zones: readonly { readonly id: string; readonly tiles: readonly Id[] }[];
  /** Where new piles should lie. */
  readonly near: ReadonlyMap<number, Spot>;
  readonly grow: boolean;
  /** How many tiles the rack must have room for: those placed in this turn may come back. */
  readonly slots: number;
  /** Whether there is a rack at all. */
  readonly rack: boolean;
}

const ASPECT = 1.3;
const LARGEST = 76;
const EDGE = 8;
const GAP = 4;
const DEALT = 14; // a rack of one row keeps its left end while tiles come and go

/** Lay out everything; *before* is the scene that is on the screen. */
export function layout(input: LayoutInput, before?: Scene): Scene {
  const { width, height, order, draft } = input;
  const shape = input.rack ? rackShape(input.slots, { width, height, share: shareOf(draft) }) : { tile: NONE, rows: 0, perRow: 1 };
  const rackHeight = shape.rows ? shape.rows * (shape.tile.h + GAP) - GAP + 2 * EDGE : 0;
  const rack = { x: 0, y: height - rackHeight, w: width, h: rackHeight };
  const zoned = zoneRects(input, rack, shape.tile.w || 40);
  const table = { x: 0, y: 0, w: width, h: rack.y - zoned.height };
  const laid = fit(
    { width: table.w, height: Math.max(1, table.h) },
    draft.piles.map((pile) => block(pile, input.near)),
    { largest: largest(width, height), aspect: ASPECT, grow: input.grow },
    before?.fit,
  );
  const tiles = new Map<Id, Place>();
  const piles = new Map<number, Rect>();
  for (const pile of draft.piles) {
    const { x, y } = placeOf(laid, laid.spots.get(pile.key)!);
    const { w, h } = laid.tile;
    piles.set(pile.key, { x, y, w: w * pile.ids.length, h });
    pile.ids.forEach((id, i) => tiles.set(id, { x: x + i * w, y, w, h, area: 'table' }));
  }
  order.forEach((id, i) => tiles.set(id, onRack(i, shape, rack)));
  for (const zone of input.zones) {
    const rect = zoned.rects.get(zone.id)!;
    const inset = (rect.w - zone.tiles.length * (zoned.tile.w + GAP) + GAP) / 2;
    zone.tiles.forEach((id, i) => tiles.set(id, inZone(i, zoned.tile, { ...rect, x: rect.x + inset })));
  }
  return {
    table,
    rack,
    zones: zoned.rects,
    fit: laid,
    tile: { table: laid.tile, rack: shape.tile, zone: zoned.tile },
    perRow: shape.perRow,
    tiles,
    piles,
    order,
  };
}

const NONE: Size = { w: 0, h: 0 };

/** Where the melds of another draft would lie, with nothing else changed. */
export function refitted({ rack, fit: before }: Scene, draft: Draft, near: ReadonlyMap<number, Spot>): Fit {
  const limits = { largest: largest(rack.w, rack.y + rack.h), aspect: ASPECT, grow: false };
  return fit(before.area, draft.piles.map((pile) => block(pile, near)), limits, before);
}

const largest = (width: number, height: number): number =>
  Math.min(LARGEST, Math.max(38, Math.min(width, height * 1.2) / 11));

const block = (pile: Pile, near: ReadonlyMap<number, Spot>) => {
  const spot = near.get(pile.key);
  return { key: pile.key, length: pile.ids.length, ...(spot ? { near: spot } : {}) };
};

interface RackShape {
  readonly tile: Size;
  readonly rows: number;
  readonly perRow: number;
}

/** How much of the height the rack may take: less as the table fills, the same for a whole turn. */
function shareOf(draft: Draft): number {
  const tiles = draft.start.reduce((sum, pile) => sum + pile.ids.length, 0);
  return tiles < 30 ? 0.44 : tiles < 60 ? 0.4 : 0.35;
}

/** As few rows as give tiles that a finger hits, in the height there is for them. */
export function rackShape(
  count: number,
  { width, height, share }: { readonly width: number; readonly height: number; readonly share: number },
): RackShape {
  const room = Math.max(60, height * share);
  const most = Math.min(70, Math.max(44, height / 12));
  let best: RackShape | null = null;
  for (let rows = 1; rows <= 6; rows++) {
    const perRow = Math.max(Math.ceil(count / rows), 7);
    const byWidth = (width - 2 * EDGE + GAP) / perRow - GAP;
    const byHeight = ((room - 2 * EDGE + GAP) / rows - GAP) / ASPECT;
    const w = Math.floor(Math.min(most, byWidth, byHeight));
    if (w < 8 && best) break;
    const shape = { tile: { w, h: Math.round(w * ASPECT) }, rows, perRow };
    // a further row must be worth what it takes from the table
    if (!best || w > best.tile.w * 1.12) best = shape;
    if (w >= 44) break;
  }
  const { tile, rows } = best!;
  const fitting = Math.floor((width - 2 * EDGE + GAP) / (tile.w + GAP));
  // a full first row, the rest below, as people lay their tiles
  const perRow = Math.min(fitting, rows === 1 ? Math.max(count, DEALT) : best!.perRow);
  return { tile, rows, perRow };
}

function onRack(i: number, { tile, perRow, rows }: RackShape, rack: Rect): Place {
  const wide = perRow * (tile.w + GAP) - GAP;
  const left = Math.round((rack.w - wide) / 2);
  const row = Math.min(rows - 1, Math.floor(i / perRow));
  const x = left + (i - row * perRow) * (tile.w + GAP);
  return { x, y: rack.y + EDGE + row * (tile.h + GAP), ...tile, area: 'rack' };
}

function zoneRects(
  { zones, width, height }: LayoutInput,
  rack: Rect,
  rackTile: number,
): { rects: Map<string, Rect>; height: number; tile: Size } {
  const rects = new Map<string, Rect>();
  if (!zones.length) return { rects, height: 0, tile: NONE };
  const count = zones.map((zone) => Math.max(1, zone.tiles.length));
  const frames = zones.length * (2 * FRAME - GAP) + (zones.length - 1) * EDGE;
  const all = count.reduce((sum, n) => sum + n, 0);
  const room = (width - 2 * EDGE - frames) / all - GAP;
  const most = Math.min(46, Math.max(30, height / 10));
  const w = Math.max(8, Math.floor(Math.min(most, rackTile, room)));
  const tile = { w, h: Math.round(w * ASPECT) };
  const h = tile.h + LABEL + FRAME;
  const tight = count.map((n) => n * (w + GAP) - GAP + 2 * FRAME);
  const sum = (wides: readonly number[]): number => wides.reduce((a, b) => a + b + EDGE, -EDGE);
  const roomy = tight.map((wide) => Math.max(wide, NAMED));
  const wides = sum(roomy) <= width - 2 * EDGE ? roomy : tight;
  let x = Math.max(EDGE, (width - sum(wides)) / 2);
  zones.forEach((zone, i) => {
    rects.set(zone.id, { x, y: rack.y - h - EDGE, w: wides[i]!, h });
    x += wides[i]! + EDGE;
  });
  return { rects, height: h + EDGE, tile };
}

const FRAME = 7;
const NAMED = 84; // room for a zone's name
const LABEL = 16;

function inZone(i: number, tile: Size, rect: Rect): Place {
  return {
    x: rect.x + i * (tile.w + GAP),
    y: rect.y + LABEL,
    ...tile,
    area: 'zone',
  };
}

/** What lies under a point. */
export type Hit =
  | { readonly on: 'pile'; readonly key: number; readonly at: number; readonly id: Id | null }
  | { readonly on: 'table'; readonly spot: Spot }
  | { readonly on: 'rack'; readonly before: Id | null; readonly id: Id | null }
  | { readonly on: 'zone'; readonly zone: string; readonly id: Id | null };

/** Say what lies under a point; tiles are as large as a finger, even where they are drawn smaller. */
export function hit(scene: Scene, x: number, y: number, draft: Draft): Hit {
  for (const [zone, rect] of scene.zones) {
    if (!inside(rect, x, y)) continue;
    const id = [...scene.tiles].find(([, p]) => p.area === 'zone' && inside(p, x, y))?.[0] ?? null;
    return { on: 'zone', zone, id };
  }
  if (scene.rack.h > 0 && y >= scene.rack.y - GAP) return rackHit(scene, x, y);
  return pileHit(scene, x, y, draft) ?? { on: 'table', spot: spotAt(scene.fit, x, y) };
}

const inside = ({ x, y, w, h }: Rect, px: number, py: number): boolean =>
  px >= x && px < x + w && py >= y && py < y + h;

function rackHit(scene: Scene, x: number, y: number): Hit {
  const { w, h } = scene.tile.rack;
  let id: Id | null = null;
  let before: Id | null = null;
  scene.order.forEach((each, i) => {
    const place = scene.tiles.get(each)!;
    const inRow = y < place.y + h + GAP / 2 && (y >= place.y - GAP / 2 || i < scene.perRow);
    if (!inRow || before !== null) return;
    if (x < place.x + w / 2) before = each;
    if (x >= place.x - GAP / 2 && x < place.x + w + GAP / 2) id = each;
  });
  return { on: 'rack', before, id: id ?? tileUnder(scene, x, y) };
}

const tileUnder = (scene: Scene, x: number, y: number): Id | null =>
  scene.order.find((id) => inside(scene.tiles.get(id)!, x, y)) ?? null;

function pileHit(scene: Scene, x: number, y: number, draft: Draft): Hit | null {
  const { w, h } = scene.fit.tile;
  const slop = { x: w * 0.24, y: Math.max(2, (scene.fit.pitch - h) / 2) };
  let best: Hit | null = null;
  let nearest = Infinity;
  for (const pile of draft.piles) {
    const rect = scene.piles.get(pile.key);
    if (!rect) continue;
    const dx = Math.max(rect.x - x, x - rect.x - rect.w, 0);
    const dy = Math.max(rect.y - y, y - rect.y - rect.h, 0);
    const far = Math.hypot(dx, dy);
    if (dx > slop.x || dy > slop.y || far >= nearest) continue;
    nearest = far;
    const at = Math.round((x - rect.x) / w);
    const on = Math.floor((x - rect.x) / w);
    const id = pile.ids[Math.max(0, Math.min(pile.ids.length - 1, on))]!;
    best = { on: 'pile', key: pile.key, at: Math.max(0, Math.min(pile.ids.length, at)), id };
  }
  return best;
}
