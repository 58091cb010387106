/** Hit testing: finds the tile, meld or zone at a point in the widget. */

import type { Draft, Id } from '../state/draft';
import { spotAt } from './grid';
import { inside } from './geometry';
import type { Hit, Rect, Scene } from './layout';

const GAP = 4;

/** Find the element at a point. Tiles drawn smaller than a finger can be hit as if they were as large as a finger. */
export function hit(scene: Scene, x: number, y: number, draft: Draft): Hit {
  for (const [zone, rect] of scene.zones) {
    if (!inside(rect, x, y)) continue;
    const id = [...scene.tiles].find(([, p]) => p.area === 'zone' && inside(p, x, y))?.[0] ?? null;
    return { on: 'zone', zone, id };
  }
  if (scene.rack.h > 0 && inside(grown(scene.rack, GAP), x, y)) return rackHit(scene, x, y);
  return pileHit(scene, x, y, draft) ?? { on: 'table', spot: spotAt(scene.fit, x, y) };
}

const grown = ({ x, y, w, h }: Rect, by: number): Rect => ({ x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by });

function rackHit(scene: Scene, x: number, y: number): Hit {
  const { w, h } = scene.tile.rack;
  let id: Id | null = null;
  let before: Id | null = null;
  scene.order.forEach((each) => {
    const place = scene.tiles.get(each)!;
    const inRow =
      y < place.y + h + GAP / 2 && (y >= place.y - GAP / 2 || place.y === scene.tiles.get(scene.order[0]!)!.y);
    if (!inRow || before !== null) return;
    if (x < place.x + w / 2) before = each;
    if (x >= place.x - GAP / 2 && x < place.x + w + GAP / 2) id = each;
  });
  return { on: 'rack', before, id: id ?? tileUnder(scene, x, y) };
}

const tileUnder = (scene: Scene, x: number, y: number): Id | null =>
  scene.order.find((id) => inside(scene.tiles.get(id)!, x, y)) ?? null;

function pileHit(scene: Scene, x: number, y: number, draft: Draft): Hit | null {
  const {
    step,
    tile: { w, h },
  } = scene.fit;
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
    const at = Math.round((x - rect.x) / step);
    const on = Math.floor((x - rect.x) / step);
    const id = pile.ids[Math.max(0, Math.min(pile.ids.length - 1, on))]!;
    best = { on: 'pile', key: pile.key, at: Math.max(0, Math.min(pile.ids.length, at)), id };
  }
  return best;
}
