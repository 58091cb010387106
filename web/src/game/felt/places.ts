/** Measures the positions and sizes of the felt, rack, pool and seats, so that the widget can place tiles there. */

import type { Places } from '../../table';

type Rect = Places['felt'];

/** Return the boxes inside *table*, the element that the widget covers, or null while that element is not displayed. */
export function measure(table: HTMLElement, seats: number): Places | null {
  const origin = table.getBoundingClientRect();
  const find = (name: string): HTMLElement | null => table.querySelector(`[data-place="${name}"]`);
  const rect = (el: HTMLElement | null): Rect | null => {
    const box = el?.getBoundingClientRect();
    if (!box || !box.width || !box.height) return null;
    return { x: box.left - origin.left, y: box.top - origin.top, w: box.width, h: box.height };
  };
  const ground = find('felt');
  const felt = rect(ground);
  if (!felt) return null;
  const rack = find('rack');
  const standing = rect(rack);
  const number = (name: string, of = rack): number =>
    parseFloat(of ? getComputedStyle(of).getPropertyValue(name) : '');
  const tile = number('--felt-tile', ground);
  const zones = [...table.querySelectorAll<HTMLElement>('[data-zone-place]')].flatMap((el) => {
    const box = rect(el);
    return box ? [[el.dataset.zonePlace!, box] as const] : [];
  });
  return {
    felt,
    ...(tile ? { tile } : {}),
    rack: standing && { ...standing, rows: number('--rows') || 1, largest: number('--full') || undefined },
    zones: Object.fromEntries(zones),
    pool: rect(find('pool')),
    seats: Array.from({ length: seats }, (_, i) => rect(find(`seat-${i}`)) ?? rect(find(`back-${i}`))),
  };
}
