/** Where the page has laid out felt, rack and piles, for the widget. */

import type { TileSet } from '../../rules';
import type { Places } from '../../table';
import { ASPECT } from '../../table/layout/geometry';
import type { Position } from '../course';
import { partOf, tablesOf } from './felt';

type Rect = Places['felt'];

/** How wide tiles of the table are at most, as a part of those that stand on the rack. */
const PART = 0.9;

/** The places in a stage; elements say by `data-place` what they are. */
export function placesIn(stage: HTMLElement, position: Position, set: TileSet): Places {
  const { left, top } = stage.getBoundingClientRect();
  const rect = (element: Element): Rect => {
    const box = element.getBoundingClientRect();
    return {
      x: Math.round(box.left - left),
      y: Math.round(box.top - top),
      w: Math.round(box.width),
      h: Math.round(box.height),
    };
  };
  const parts = [...stage.querySelectorAll<HTMLElement>('[data-place]')];
  const part = (name: string): HTMLElement => parts.find((each) => each.dataset.place === name)!;
  const zones = parts.filter((each) => each.dataset.place !== 'felt' && each.dataset.place !== 'rack');
  const rack = { ...rect(part('rack')), rows: Number(part('rack').dataset.rows) };
  const inRow = Math.ceil(position.rack.split(' ').length / rack.rows);
  const onRack = Math.min(rack.h / rack.rows / ASPECT, rack.w / inRow);
  return {
    ...partOf(rect(part('felt')), PART * onRack, tablesOf(position, set)),
    rack,
    zones: Object.fromEntries(zones.map((each) => [each.dataset.place!, rect(each)])),
    pool: null,
    seats: [],
  };
}
