/** A table in a page, with functions to tap, drag and type on it. */

import { afterEach, beforeEach, vi } from 'vitest';
import { STANDARD, meldText, readRack, readTable, tileText, tilesText } from '../../src/rules';
import { loadDeferred } from '../../src/table/draft_deferred';
import { soon } from '../../src/table/slices';
import { Table, type Question, type Labels, type SetTable } from '../../src/table';
import { ownBoxes } from '../../src/table/layout/divide';
import { command, type CommandResult } from '../../src/table/command';
import '../../src/table/deferred';
import { law } from './help';

const labels: Labels = {
  tile: (tile, where) => `${tileText(tile)} ${where.area} ${where.meld?.number ?? 0}:${where.at}`,
  meld: ({ meld, flaw, fits }) => (meld ? meldText(meld) : flaw!) + (fits ? ' fits' : ''),
  table: (melds) => `table ${melds}`,
  rack: (tiles) => `rack ${tiles}`,
  zone: (zone) => zone,
};

export let root: HTMLElement;
export let table: Table;
export const said: string[] = [];
export const zoned: string[] = [];
export const selections: string[] = [];
export let question: Question | undefined;

export const type = (text: string): CommandResult => command(table.control, text);

export const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);

export async function deal(melds: string, rack: string, how: SetTable = {}, zones = {}): Promise<void> {
  table.setTable(
    { set: STANDARD, table: readTable(melds, STANDARD), rack: readRack(rack, STANDARD), zones },
    { animate: false, ...how },
  );
  await frame();
  await new Promise((soon) => setTimeout(soon)); // parts that load after the first tiles start loading
  await import('../../src/table/deferred');
  await frame();
  await settled();
}

/** Resolves once all deferred work is done, which may take several frames. */
const settled = (): Promise<void> => new Promise((done) => void soon(done));

export const tile = (id: string): HTMLButtonElement => root.querySelector(`[data-id="${id}"]`)!;

export function centre(id: string): { clientX: number; clientY: number } {
  const [x, y] = tile(id).style.translate.split(' ').map(parseFloat);
  return { clientX: x! + 12, clientY: y! + 12 };
}

/** Send a pointer event. `time` is the time when it occurred, in milliseconds. */
export function send(
  type: string,
  { time, ...at }: PointerEventInit & { time?: number },
  target: Element = root,
): boolean {
  const event = new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, ...at });
  if (time !== undefined) Object.defineProperty(event, 'timeStamp', { value: time });
  return target.dispatchEvent(event);
}

/** Press a tile until the long press starts. */
export async function hold(id: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  send('pointerdown', { ...centre(id), time: 0 }, tile(id));
  vi.advanceTimersByTime(400);
  vi.useRealTimers();
  await frame();
}

export async function tap(at: { clientX: number; clientY: number }, target: Element = root): Promise<void> {
  send('pointerdown', at, target);
  send('pointerup', at);
  await frame();
}

export const tapTile = (id: string): Promise<void> => tap(centre(id), tile(id));

export async function drag(id: string, to: { clientX: number; clientY: number }): Promise<void> {
  send('pointerdown', centre(id), tile(id));
  send('pointermove', to);
  await frame();
  send('pointerup', to);
  await frame();
}

export async function key(...keys: string[]): Promise<void> {
  for (const each of keys) {
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: each, bubbles: true }));
    await frame();
  }
}

export const melds = (): string => table.melds.join(' / ');

beforeEach(async () => {
  await loadDeferred();
  root = document.createElement('div');
  root.getBoundingClientRect = () => new DOMRect(0, 0, 1000, 700);
  document.body.append(root);
  said.length = zoned.length = selections.length = 0;
  question = undefined;
  table = new Table(root, {
    law: law(),
    labels,
    divide: ownBoxes,
    onAnnounce: (code) => said.push(code),
    onSelect: (tiles) => selections.push(tilesText(tiles)),
    onAsk: (asked) => (question = asked),
    onZone: (zone, act, tiles) => zoned.push(`${act} ${tilesText(tiles)} ${zone}`),
  });
  table.setMode('play');
});

afterEach(() => {
  table.destroy();
  root.remove();
  vi.useRealTimers();
});
