/** The layout of the demo: felt, rack, pool and three seats, arranged as on the game page. */

import type { Places } from '../table';

type Rect = Places['felt'];

export function placesIn(stage: HTMLElement): Places {
  const origin = stage.getBoundingClientRect();
  const rect = (id: string): Rect | null => {
    const { x, y, width: w, height: h } = document.getElementById(id)!.getBoundingClientRect();
    return w && h ? { x: x - origin.x, y: y - origin.y, w, h } : null;
  };
  const rack = rect('rack')!;
  return {
    felt: rect('felt')!,
    rack: { ...rack, rows: rack.h > 110 && rack.w < 600 ? 2 : 1 },
    zones: Object.fromEntries(
      ['discard', 'trump', 'free'].flatMap((zone) => (rect(zone) ? [[zone, rect(zone)!]] : [])),
    ),
    pool: rect('pool'),
    seats: [null, rect('seat1'), rect('seat2'), rect('seat3')],
  };
}
