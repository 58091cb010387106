/** The keyboard: arrows move the focus by position on the screen, other keys act on the focused tile. */

import { pileOf, type Id } from '../state/draft';
import type { Control } from '../control';
import type { Hit, Scene } from '../layout/layout';

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The tile that an arrow leads to, or null at the edge. */
export function walk(scene: Scene, from: Id, key: string): Id | null {
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

/** Beyond the end of a row: the first of the next row, or the last of the row before. */
function nextRow(scene: Scene, from: Id, dx: number): Id | null {
  const order = [...scene.tiles].sort(([, a], [, b]) => a.y - b.y || a.x - b.x).map(([id]) => id);
  return order[order.indexOf(from) + dx] ?? null;
}

/** Do what a key means for the focused tile; false if it means nothing here. */
export function press(control: Control, scene: Scene, focus: Id | null, key: string): boolean {
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
  s: () => control.splitAt(focus),
  j: () => control.turnJoker(focus),
  x: () => discard(control, focus),
  Backspace: () => control.drop(chosen(control, focus), { on: 'rack', before: null, id: null }),
  Delete: () => control.drop(chosen(control, focus), { on: 'rack', before: null, id: null }),
});

/** Drop on the zone that takes tiles: the discard pile, where there is one. */
function discard(control: Control, focus: Id): void {
  const zone = Object.keys(control.zones).find((each) => control.zones[each]!.drop);
  if (zone) control.drop(chosen(control, focus), { on: 'zone', zone, id: null });
}

const chosen = (control: Control, focus: Id): readonly Id[] =>
  control.selected.length ? control.selected : [focus];

/** Drop the selection where the focus is; with nothing selected, pick the focused tile. */
function enter(control: Control, scene: Scene, focus: Id): void {
  const place = scene.tiles.get(focus);
  if (!control.selected.length || !place) return control.tap(hitOf(control, scene, focus), false);
  if (control.selected.includes(focus)) return control.pick([focus], true);
  control.drop(control.selected, hitOf(control, scene, focus));
}

function hitOf(control: Control, scene: Scene, id: Id): Hit {
  const pile = pileOf(control.draft, id);
  if (pile) return { on: 'pile', key: pile.key, at: pile.ids.indexOf(id) + 1, id };
  const origin = control.draft.pieces.get(id)!.origin;
  if (scene.tiles.get(id)?.area === 'zone') return { on: 'zone', zone: origin.slice(5), id };
  return { on: 'rack', before: id, id };
}
