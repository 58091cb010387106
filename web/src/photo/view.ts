/** The part of a photo that is on the screen: how far it is enlarged, and which point is in its upper left corner. */

import type { Point } from './reading';

/** `scale` is 1 if the entire photo is visible. `x` and `y` are in pixels of the screen. */
export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
const LARGEST = 12;

/** Return the size of the entire photo in a box. */
export function fitted(photo: Size, box: Size): Size {
  const by = Math.min(box.width / photo.width, box.height / photo.height);
  return { width: photo.width * by, height: photo.height * by };
}

/** Keep the photo in its box: centred if there is room, and without gaps otherwise. */
export function clamped({ scale, x, y }: View, photo: Size, box: Size): View {
  const whole = fitted(photo, box);
  const larger = Math.min(LARGEST, Math.max(1, scale));
  const within = (at: number, size: number, room: number): number =>
    size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, at));
  return {
    scale: larger,
    x: within(x, whole.width * larger, box.width),
    y: within(y, whole.height * larger, box.height),
  };
}

/** Enlarge the photo around a point of the screen, which does not move. */
export function zoomed(view: View, by: number, [x, y]: Point, photo: Size, box: Size): View {
  const scale = Math.min(LARGEST, Math.max(1, view.scale * by));
  const real = scale / view.scale;
  return clamped({ scale, x: x - (x - view.x) * real, y: y - (y - view.y) * real }, photo, box);
}

/**
 * Centre a point of the photo, enlarged so that *width* pixels of the photo fill *wanted* pixels of the screen.
 */
export function showing([x, y]: Point, width: number, wanted: number, photo: Size, box: Size): View {
  const by = fitted(photo, box).width / photo.width;
  const scale = Math.min(LARGEST, Math.max(1, wanted / (width * by)));
  return clamped({ scale, x: box.width / 2 - x * by * scale, y: box.height / 2 - y * by * scale }, photo, box);
}

/** Return the point of the photo at a point of the screen. */
export function photoPoint([x, y]: Point, view: View, photo: Size, box: Size): Point {
  const by = (fitted(photo, box).width / photo.width) * view.scale;
  return [(x - view.x) / by, (y - view.y) / by];
}
