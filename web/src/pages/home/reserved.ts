/** Stores the heights of the home page's parts, so that nothing jumps while their contents are loaded. */

import { store, stored } from '../../device/stored';

const KEY = 'tilerummy.heights';

/** The heights in pixels in a window of this width. A part that was not shown has the height 0. */
interface Heights {
  readonly width: number;
  readonly parts: Readonly<Record<string, number>>;
}

const heights = (width: number): Heights => {
  const known = stored<Partial<Heights>>(KEY, {});
  return { width, parts: (known.width === width && known.parts) || {} };
};

/** Return the height that a part last had in a window of this width, or null if it is unknown. */
export const heightOf = (part: string, width: number): number | null => heights(width).parts[part] ?? null;

/** Store the height of a part in a window of this width. */
export function keepHeight(part: string, width: number, height: number): void {
  const { parts } = heights(width);
  const rounded = Math.round(height);
  if (parts[part] !== rounded) store(KEY, { width, parts: { ...parts, [part]: rounded } });
}
