/** Computes the flight paths of tiles between two renderings, including face-down tiles that other players draw. */

import type { Place } from '../layout/layout';
import type { Rect } from '../layout/geometry';
import type { Places } from '../layout/places';
import type { TableChange } from './table_change';
import type { Flying } from './motion';
import type { Kind } from './schedule';

/** A tile that moved, appeared or disappeared, with its position before and after the change. */
export interface Change {
  readonly el: HTMLElement;
  readonly before: Place | undefined;
  readonly after: Place | undefined;
}

/** The cause of a rendering. `change` is null if the viewer caused it. */
export interface Cause {
  readonly change: TableChange | null;
  readonly places: Places | null;
  /** The box where tiles appear if the owner provides no box for their source. */
  readonly entry: Rect;
}

export function flightsOf(changes: readonly Change[], cause: Cause): Flying[] {
  const { change } = cause;
  return changes.flatMap(({ el, before, after }): Flying[] => {
    if (!after)
      return before?.area === 'zone' && change
        ? [{ el, kind: 'leave', from: before, to: sized(seat(cause), before), gone: true }]
        : [];
    if (before) return [{ el, kind: change ? 'move' : 'drop', from: before, to: after }];
    if (!change) return [];
    const [kind, from] = source(after, cause);
    return [{ el, kind, from, to: after, turns: true }];
  });
}

function source(after: Place, cause: Cause): [Kind, Rect] {
  if (after.area === 'table') return ['lay', seat(cause)];
  if (after.area === 'zone') return ['lay', cause.change?.dealt ? pool(cause) : seat(cause)];
  return [cause.change?.dealt ? 'deal' : 'draw', pool(cause)];
}

const pool = ({ places, entry }: Cause): Rect => places?.pool ?? entry;

const seat = ({ places, entry, change }: Cause): Rect =>
  back(places?.seats[change?.by ?? -1] ?? places?.rack ?? entry);

/** Return a box for a single tile in the middle of a seat's face-down tiles. */
const back = ({ x, y, w, h }: Rect): Rect => {
  const wide = Math.min(w, h / 1.34, 44);
  return { x: x + (w - wide) / 2, y: y + (h - wide * 1.34) / 2, w: wide, h: wide * 1.34 };
};

/** Return a box that has the centre of *box* and the given size. */
const sized = (box: Rect, { w, h }: Rect): Rect => ({
  x: box.x + (box.w - w) / 2,
  y: box.y + (box.h - h) / 2,
  w,
  h,
});

const MOST = 4;

/**
 * Return the face-down tiles that fly from the pool to the seats that drew them. Their elements exist only during the
 * flight.
 */
export function backsOf(root: HTMLElement, { change, places }: Cause): Flying[] {
  const from = places?.pool;
  if (!from || !change?.drew) return [];
  return change.drew.flatMap((many, i) => {
    const at = places.seats[i];
    if (!at) return [];
    return Array.from({ length: Math.min(many, MOST) }, (): Flying => {
      const to = back(at);
      const el = document.createElement('span');
      el.className = 'tile tt-tile tt-backing';
      el.dataset.c = 'x';
      el.setAttribute('aria-hidden', 'true');
      el.style.setProperty('--w', `${to.w}px`);
      el.style.translate = `${to.x}px ${to.y}px`;
      root.append(el);
      return { el, kind: change.dealt ? 'deal' : 'draw', from: back(from), to, gone: true };
    });
  });
}
