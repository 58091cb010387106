/** Keyboard handling: arrow keys move the focus across the screen, and other keys act on the focused tile. */

import { pileOf, type Id } from '../state/draft';
import { splitAt, turnJoker } from '../keyboard_actions';
import type { Control } from '../control';
import type { Hit, Scene } from '../layout/layout';
import type { Pan } from '../motion/pan';

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Return the tile that an arrow key moves the focus to, or null at the edge of the widget. */
function walk(scene: Scene, from: Id, key: string): Id | null {
  const here = scene.tiles.get(from);
  const way = ARROWS[key];
  if (!here || !way) return null;
  const [dx, dy] = way;
  let best: Id | null = null;
  let least = Infinity;
  for (const [id, place] of scene.tiles) {
    const x = place.x + place.w / 2 - here.x - here.w / 2;
    const y = place.y + place.h / 2 - here.y - here.h / 2;
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    const inLine = dx ? aside < here.h / 2 : along > here.h / 3;
    if (id === from || along <= 1 || !inLine) continue;
    const far = dx ? along : along * 3 + aside;
    if (far < least) [best, least] = [id, far];
  }
  return best ?? (dx ? nextRow(scene, from, dx) : null);
}

/** Return the first tile in the next row, or the last tile in the previous row, depending on the sign of *dx*. */
function nextRow(scene: Scene, from: Id, dx: number): Id | null {
  const order = [...scene.tiles].sort(([, a], [, b]) => a.y - b.y || a.x - b.x).map(([id]) => id);
  return order[order.indexOf(from) + dx] ?? null;
}

/** The context for handling a key press. */
export interface Keyed {
  readonly control: Control;
  readonly scene: Scene;
  readonly pan: Pan | undefined;
  /**
   * `here` is true if the widget has the focus. `focus` is the focused tile, and `pointed` is true if the pointer put
   * the focus there.
   */
  readonly here: boolean;
  readonly focus: Id | null;
  readonly pointed: boolean;
  readonly tidy: () => void;
  /** Cancels the current drag. Null if nothing is being dragged. */
  readonly cancel: (() => void) | null;
  /** Moves the focus to a tile, or to the widget itself if null. */
  readonly moveTo: (id: Id | null) => void;
}

/** Handle a key press. Returns false if the widget does not use the key. */
export function keyed(event: KeyboardEvent, on: Keyed): boolean {
  const { control, scene, pan, here, focus } = on;
  if (event.altKey) return false;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) {
    if (key !== 'z') return false;
    control[event.shiftKey ? 'redo' : 'undo']();
  } else if (pan?.key(key)) return true;
  else if (key === 'o') on.tidy();
  else if (key === 'Escape' && on.cancel) on.cancel();
  else if (key.startsWith('Arrow')) {
    const next = here && focus && walk(scene, focus, key);
    if (next) on.moveTo(next);
    if (!here) on.moveTo(null);
  } else if (key === 'Enter' && (on.pointed || !here)) return confirmed(control);
  else if (!here && key === ' ') return false;
  else return press(control, scene, focus, key);
  return true;
}

/**
 * Handle Enter after the pointer was used. If a single tile outside the piles is selected, add it to the meld that it
 * fits. Returns false if it fits none or if the selection is different.
 */
function confirmed(control: Control): boolean {
  const [id, more] = control.selected;
  return id !== undefined && !more && !pileOf(control.draft, id) && control.fit(id);
}

/** Handle a key press on the focused tile. Returns false if the widget does not use the key. */
function press(control: Control, scene: Scene, focus: Id | null, key: string): boolean {
  const act = focus ? onTile(control, scene, focus)[key] : undefined;
  const run = act ?? anywhere(control, focus)[key];
  if (!run) return false;
  run();
  return true;
}

type Keys = Readonly<Record<string, () => void>>;

const anywhere = (control: Control, focus: Id | null): Keys => ({
  n: () => control.newMeld(focus),
  u: control.undo,
  r: control.redo,
  Escape: () => control.clear(),
});

const onTile = (control: Control, scene: Scene, focus: Id): Keys => ({
  ' ': () => control.pick([focus], true),
  Enter: () => enter(control, scene, focus),
  m: () => control.take(focus),
  s: () => splitAt(control, focus),
  j: () => turnJoker(control, focus),
  x: () => discard(control, focus),
  Backspace: () => control.drop(chosen(control, focus), { on: 'rack', before: null, id: null }),
  Delete: () => control.drop(chosen(control, focus), { on: 'rack', before: null, id: null }),
});

/** Drop the selected or focused tiles on the zone that accepts tiles, which is the discard pile. */
function discard(control: Control, focus: Id): void {
  const zone = Object.keys(control.zones).find((each) => control.zones[each]!.drop);
  if (zone) control.drop(chosen(control, focus), { on: 'zone', zone, id: null });
}

const chosen = (control: Control, focus: Id): readonly Id[] =>
  control.selected.length ? control.selected : [focus];

/**
 * Move the picked tiles to the focused tile. If that tile is in a meld, only the tiles that fit are added to the meld.
 * If no other tile is picked, a focused rack tile is added to the only meld that it fits, and any other focused tile is
 * picked.
 */
function enter(control: Control, scene: Scene, focus: Id): void {
  const { selected } = control;
  const place = scene.tiles.get(focus);
  const alone = selected.every((id) => id === focus);
  if (alone && place?.area === 'rack' && control.fit(focus)) return;
  const hit = hitOf(control, scene, focus);
  if (!selected.length || !place) return control.tap(hit, false);
  if (selected.includes(focus)) return control.pick([focus], true);
  if (hit.on !== 'pile' || !control.add(selected, hit)) control.drop(selected, hit);
}

function hitOf(control: Control, scene: Scene, id: Id): Hit {
  const pile = pileOf(control.draft, id);
  if (pile) return { on: 'pile', key: pile.key, at: pile.ids.indexOf(id) + 1, id };
  const origin = control.draft.pieces.get(id)!.origin;
  if (scene.tiles.get(id)?.area === 'zone') return { on: 'zone', zone: origin.slice(5), id };
  return { on: 'rack', before: id, id };
}
