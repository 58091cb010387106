/** Divides the widget's element into felt, zones and rack, for pages that do not provide these boxes. */

import { largestIn, type Boxes, type ZoneInput } from './boxes';
import { clamp } from './grid';
import { ASPECT, FRAME, GAP, LABEL, type Rect, type Size } from './geometry';

const EDGE = 8;
const NAMED = 84; // room for a zone's name

/** A function that divides an element of a given size into boxes. */
export type Divide = typeof ownBoxes;

/**
 * Divide an element, with the felt on top and the zones and the rack below. If the element is wider than it is high,
 * there is room for tiles that are at least *minWidth* wide.
 */
export function ownBoxes(
  { w: width, h: height }: Size,
  { rack, slots, zones }: { readonly rack: boolean; readonly slots: number; readonly zones: readonly ZoneInput[] },
  minWidth = 40,
): Boxes {
  const upright = height > width;
  const full = Math.ceil(slots / (upright ? 9 : 24));
  const shelves = rack ? clamp(full, upright && slots > 7 ? 2 : 1, 4) : 0;
  const largest = upright ? Math.min(60, width / 7.8) : Math.min(88, Math.max(minWidth, height * 0.0675));
  const row = Math.round(largest * ASPECT) + EDGE;
  const high = shelves ? shelves * row + 2 * EDGE : 0;
  const tray = { x: 0, y: height - high, w: width, h: high };
  const shelf = { x: EDGE, w: width - 2 * EDGE, h: row - EDGE };
  const rows = Array.from({ length: shelves }, (_, i) => ({ ...shelf, y: tray.y + EDGE + i * row }));
  const beside = zoneBoxes(zones, tray, Math.min(46, Math.max(30, height / 10)));
  return {
    felt: { x: 0, y: 0, w: width, h: tray.y - beside.height },
    rack: rows,
    tray,
    zones: beside.boxes,
    largest: largestIn(rows),
  };
}

function zoneBoxes(
  zones: readonly ZoneInput[],
  { w: width, y: below }: Rect,
  largest: number,
): { boxes: Map<string, Rect>; height: number } {
  const boxes = new Map<string, Rect>();
  if (!zones.length) return { boxes, height: 0 };
  const count = zones.map((zone) => Math.max(1, zone.tiles.length));
  const frames = zones.length * (2 * FRAME - GAP) + (zones.length - 1) * EDGE;
  const room = (width - 2 * EDGE - frames) / count.reduce((sum, n) => sum + n, 0) - GAP;
  const w = Math.max(8, Math.floor(Math.min(largest, room)));
  const h = Math.round(w * ASPECT) + LABEL + FRAME;
  const tight = count.map((n) => n * (w + GAP) - GAP + 2 * FRAME);
  const sum = (wides: readonly number[]): number => wides.reduce((a, b) => a + b + EDGE, -EDGE);
  const roomy = tight.map((wide) => Math.max(wide, NAMED));
  const wides = sum(roomy) <= width - 2 * EDGE ? roomy : tight;
  let x = Math.max(EDGE, (width - sum(wides)) / 2);
  zones.forEach((zone, i) => {
    boxes.set(zone.id, { x, y: below - h - EDGE, w: wides[i]!, h });
    x += wides[i]! + EDGE;
  });
  return { boxes, height: h + EDGE };
}
