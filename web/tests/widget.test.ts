// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { STANDARD, meldText, readRack, readTable, readTiles, tileText, tilesText } from '../src/rules';
import { createTable, type Question, type Say, type SetTable, type Table } from '../src/table';
import { command, type CommandResult } from '../src/table/command';
import { law } from './help';

const say: Say = {
  tile: (tile, where) => `${tileText(tile)} ${where.area} ${where.meld?.number ?? 0}:${where.at}`,
  meld: ({ meld, flaw }) => (meld ? meldText(meld) : flaw!),
  table: (melds) => `table ${melds}`,
  rack: (tiles) => `rack ${tiles}`,
  zone: (zone) => zone,
};

let root: HTMLElement;
let table: Table;
const said: string[] = [];
const zoned: string[] = [];
const selections: string[] = [];
let question: Question | undefined;

const type = (text: string): CommandResult => command(table.control, text);

const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);

async function deal(melds: string, rack: string, how: SetTable = {}, zones = {}): Promise<void> {
  table.setTable(
    { set: STANDARD, table: readTable(melds, STANDARD), rack: readRack(rack, STANDARD), zones },
    { animate: false, ...how },
  );
  await frame();
}

const tile = (id: string): HTMLButtonElement => root.querySelector(`[data-id="${id}"]`)!;

function centre(id: string): { clientX: number; clientY: number } {
  const [x, y] = tile(id).style.translate.split(' ').map(parseFloat);
  return { clientX: x! + 12, clientY: y! + 12 };
}

/** Send a pointer event; `time` is when it happened, where that matters. */
function send(type: string, { time, ...at }: PointerEventInit & { time?: number }, target: Element = root): boolean {
  const event = new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, ...at });
  if (time !== undefined) Object.defineProperty(event, 'timeStamp', { value: time });
  return target.dispatchEvent(event);
}

/** Hold a tile until it is felt. */
async function hold(id: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  send('pointerdown', { ...centre(id), time: 0 }, tile(id));
  vi.advanceTimersByTime(400);
  vi.useRealTimers();
  await frame();
}

async function tap(at: { clientX: number; clientY: number }, target: Element = root): Promise<void> {
  send('pointerdown', at, target);
  send('pointerup', at);
  await frame();
}

const tapTile = (id: string): Promise<void> => tap(centre(id), tile(id));

async function drag(id: string, to: { clientX: number; clientY: number }): Promise<void> {
  send('pointerdown', centre(id), tile(id));
  send('pointermove', to);
  await frame();
  send('pointerup', to);
  await frame();
}

async function key(...keys: string[]): Promise<void> {
  for (const each of keys) {
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: each, bubbles: true }));
    await frame();
  }
}

const melds = (): string => table.melds.join(' / ');

beforeEach(() => {
  root = document.createElement('div');
  root.getBoundingClientRect = () => new DOMRect(0, 0, 1000, 700);
  document.body.append(root);
  said.length = zoned.length = selections.length = 0;
  question = undefined;
  table = createTable(root, {
    law: law(),
    say,
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

describe('what is shown', () => {
  test('every tile is a button with a name, in the meld that owns it', async () => {
    await deal('r3 r4 r5 / k7 b7 o7', 'r6 *');
    const buttons = [...root.querySelectorAll('button')];
    expect(buttons.length).toBe(8);
    for (const each of buttons) expect(each.getAttribute('aria-label')).toBeTruthy();
    const owned = [...root.querySelectorAll('.tt-pile, .tt-rack')].flatMap((el) =>
      el.getAttribute('aria-owns')!.split(' '),
    );
    expect(owned.sort()).toEqual(buttons.map((each) => each.id).sort());
    expect(buttons.filter((each) => each.tabIndex === 0).length).toBe(1);
  });

  test('a joker shows what it represents', async () => {
    await deal('r3 *r4 r5 / k7 b7 *7', '');
    expect(tile('*.0').textContent).toBe('4');
    expect(tile('*.1').textContent).toBe('7');
  });

  test('the last play is marked, and tiles that were there are not', async () => {
    await deal('r3 r4 r5', 'k1');
    await deal('r3 r4 r5 r6', 'k1', { animate: true });
    expect(tile('r6.0').className).toContain('tt-last');
    expect(tile('r3.0').className).not.toContain('tt-last');
  });

  test('the last play is marked without movement too', async () => {
    await deal('r3 r4 r5', 'k1');
    await deal('r3 r4 r5 r6', 'k1', { animate: false });
    expect([...root.querySelectorAll<HTMLElement>('.tt-last')].map((el) => el.dataset.id)).toEqual(['r6.0']);
  });

  test('so is a tile just drawn', async () => {
    await deal('r3 r4 r5', 'k1');
    await deal('r3 r4 r5', 'k1 o9', { animate: true });
    expect(tile('o9.0').className).toContain('tt-last');
  });

  test('the last play stays marked when it was watched before', async () => {
    await deal('r3 r4 r5', 'k1');
    table.watch(['r3 r4 r5 r6']);
    await frame();
    await deal('r3 r4 r5 r6', 'k1', { animate: true });
    expect(tile('r6.0').className).toContain('tt-last');
  });

  test('invalid and locked melds carry a sign', async () => {
    table.setLaw(law({ jokerMelds: 'locked' }));
    await deal('r3 *r4 r5 / k7 b7 o7', 'k9');
    type('k9 > 2');
    await frame();
    const [first, second] = root.querySelectorAll('.tt-pile');
    expect(first!.className).toContain('tt-locked');
    expect(second!.className).toContain('tt-bad');
    expect(second!.textContent).toBe('!');
  });
});

describe('by pointer', () => {
  test('tap a tile, then a meld', async () => {
    await deal('r3 r4 r5 / k7 b7 o7', 'r6 k1');
    await tapTile('r6.0');
    expect(tile('r6.0').getAttribute('aria-pressed')).toBe('true');
    await tapTile('r4.0');
    expect(melds()).toBe('r3 r4 r5 r6 / k7 b7 o7');
  });

  test('tap several tiles, then the empty table', async () => {
    await deal('', 'r3 r4 r5 k1');
    for (const id of ['r3.0', 'r5.0', 'r4.0']) await tapTile(id);
    await tap({ clientX: 500, clientY: 100 });
    expect(melds()).toBe('r3 r4 r5');
    expect(said).toEqual(['picked', 'picked', 'picked', 'new_meld']);
  });

  test('what is picked up is told', async () => {
    await deal('r3 r4 r5', 'r6 k1');
    await tapTile('r6.0');
    await tapTile('k1.0');
    expect(tilesText(table.selected)).toBe('r6 k1');
    expect(selections).toEqual(['r6', 'r6 k1']);
    table.clearSelection();
    expect(selections.at(-1)).toBe('');
  });

  test('drag to a meld and back to the rack', async () => {
    await deal('r3 r4 r5', 'r6 k1');
    const before = tile('r6.0');
    await drag('r6.0', centre('r5.0'));
    expect(melds()).toBe('r3 r4 r5 r6');
    expect(tile('r6.0')).toBe(before);
    await drag('r6.0', centre('k1.0'));
    expect(melds()).toBe('r3 r4 r5');
    expect(table.untouched).toBe(true);
  });

  test('a tile of the table does not go to the rack', async () => {
    await deal('r3 r4 r5', 'k1');
    await drag('r5.0', centre('k1.0'));
    expect(melds()).toBe('r3 r4 r5');
    expect(said.at(-1)).toBe('obstacle');
  });

  test('a hold takes the whole meld', async () => {
    await deal('r3 r4 r5 / r6 r7 r8', 'k1');
    await hold('r7.0');
    const to = { ...centre('r5.0'), time: 420 };
    send('pointermove', to);
    send('pointerup', to);
    await frame();
    expect(melds()).toBe('r3 r4 r5 r6 r7 r8');
  });

  test('a tap that the page hears late is a tap, and what was picked up stays so', async () => {
    await deal('r3 r4 r5 / r6 r7 r8', 'k1 k9');
    await tapTile('k9.0');
    await hold('k1.0');
    send('pointerup', { ...centre('k1.0'), time: 90 });
    expect(tilesText(table.selected)).toBe('k9 k1');
  });

  test('what the pointer did before a hold is heard before it', async () => {
    await deal('r3 r4 r5', 'k1');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    send('pointerdown', { ...centre('r4.0'), time: 0 }, tile('r4.0'));
    vi.advanceTimersByTime(400);
    vi.useRealTimers();
    send('pointerup', { ...centre('r4.0'), time: 90 });
    await frame();
    expect(selections).toEqual(['r4']);
  });

  test('a double tap sends a placed tile home', async () => {
    await deal('r3 r4 r5', 'r6 k1');
    type('r6 > 1');
    await frame();
    await tapTile('r6.0');
    await tapTile('r6.0');
    expect(table.untouched).toBe(true);
  });

  test('a meld dragged over the empty table changes nothing but its place', async () => {
    await deal('r3 r4 r5 / k7 b7 o7', 'k1');
    const before = tile('r3.0').style.translate;
    await hold('r3.0');
    send('pointermove', { clientX: 700, clientY: 500, time: 420 });
    send('pointerup', { clientX: 700, clientY: 500, time: 440 });
    await frame();
    expect(table.untouched).toBe(true);
    expect(tile('r3.0').style.translate).not.toBe(before);
  });

  test('a table that changes during a drag loses no tile', async () => {
    await deal('r3 r4 r5', 'r6 k1');
    send('pointerdown', centre('r6.0'), tile('r6.0'));
    send('pointermove', { clientX: 500, clientY: 300 });
    await deal('r3 r4 r5 / k7 b7 o7', 'k1');
    send('pointerup', { clientX: 500, clientY: 300 });
    await frame();
    expect(melds()).toBe('r3 r4 r5 / k7 b7 o7');
    expect(root.querySelectorAll('.tt-drag').length).toBe(0);
  });

  const right = (id: string): number => parseFloat(tile(id).style.translate) + parseFloat(root.style.getPropertyValue('--tt-w'));
  const mark = (): HTMLElement => root.querySelector('.tt-mark')!;

  /** Drag a tile so that it is drawn beside another, so far from it; the pointer is not lifted yet. */
  async function beside(id: string, other: string, gap: number): Promise<{ clientX: number; clientY: number }> {
    const at = centre(other);
    const grip = centre(id);
    const to = { clientX: right(other) + gap + 12, clientY: at.clientY + 5 };
    send('pointerdown', grip, tile(id));
    send('pointermove', to);
    await frame();
    return to;
  }

  test('a tile that fits is drawn to the meld that it is dropped beside', async () => {
    await deal('r3 r4 r5', 'r6 k1');
    const to = await beside('r6.0', 'r5.0', 20);
    expect(mark().className).toContain('tt-aim-good');
    const [x] = mark().style.translate.split(' ').map(parseFloat);
    expect(x).toBeLessThan(parseFloat(tile('r3.0').style.translate));
    send('pointerup', to);
    await frame();
    expect(melds()).toBe('r3 r4 r5 r6');
  });

  test.each([10, 20, 40])('one that does not fit lies by itself where it was shown, dropped %i pixels beside', async (gap) => {
    await deal('r3 r4 r5', 'k9 k1');
    const to = await beside('k9.0', 'r5.0', gap);
    expect(mark().className).toContain('tt-aim-new');
    const shown = mark().style.translate;
    expect(parseFloat(shown)).toBeGreaterThan(right('r5.0') + 10);
    send('pointerup', to);
    await frame();
    expect(melds()).toBe('r3 r4 r5 / k9');
    expect(tile('k9.0').style.translate).toBe(shown);
  });

  test('before the first melds count, melds of others draw nothing', async () => {
    table.setLaw(law({ opening: { points: 30, jokers: true } }));
    await deal('r3 r4 r5', 'r6 k1');
    const to = await beside('r6.0', 'r5.0', 20);
    send('pointerup', to);
    await frame();
    expect(melds()).toBe('r3 r4 r5 / r6');
  });

  test('nothing is shown where nothing can be dropped', async () => {
    await deal('r3 r4 r5', 'r6 k1');
    table.setMode('look');
    await beside('r6.0', 'r5.0', 20);
    expect(mark().hidden).toBe(true);
    send('pointercancel', centre('k1.0'));
  });

  test('where a tile would go on the rack is shown', async () => {
    await deal('r3 r4 r5', 'k1 k5 k9');
    send('pointerdown', centre('k1.0'), tile('k1.0'));
    const to = centre('k9.0');
    send('pointermove', { ...to, clientX: to.clientX - 8 });
    await frame();
    expect(root.querySelector('.tt-mark')!.className).toContain('tt-aim-slot');
    send('pointercancel', to);
    await frame();
  });

  test('the order of the rack is the player’s own', async () => {
    await deal('', 'r3 k9 b1 o5');
    await drag('o5.0', centre('k9.0'));
    expect(tilesText(table.rack)).toBe('o5 k9 r3 b1');
    table.sortRack('colour');
    expect(tilesText(table.rack)).toBe('k9 r3 b1 o5');
    table.sortRack('own');
    expect(tilesText(table.rack)).toBe('o5 k9 r3 b1');
  });
});

describe('by keyboard', () => {
  test('pick, walk, drop; the focus stays', async () => {
    await deal('r3 r4 r5', 'r6 k1');
    table.focus();
    tile('r6.0').focus();
    await key(' ', 'ArrowUp');
    expect(document.activeElement).toBe(tile('r3.0'));
    await key('Enter');
    expect(melds()).toBe('r3 r4 r5 r6');
    expect(document.activeElement).toBe(tile('r3.0'));
    await key('u');
    expect(melds()).toBe('r3 r4 r5');
    await key('r');
    expect(melds()).toBe('r3 r4 r5 r6');
  });

  test('new meld, cut, send home, let go', async () => {
    await deal('r3 r4 r5 r6 r7 r8', 'k1 k2 k3');
    for (const id of ['k1.0', 'k2.0', 'k3.0']) {
      tile(id).focus();
      await key(' ');
    }
    await key('n');
    expect(melds()).toBe('r3 r4 r5 r6 r7 r8 / k1 k2 k3');
    tile('r6.0').focus();
    await key('s');
    expect(melds()).toBe('r3 r4 r5 / r6 r7 r8 / k1 k2 k3');
    tile('k3.0').focus();
    await key('Backspace');
    expect(melds()).toBe('r3 r4 r5 / r6 r7 r8 / k1 k2');
    await key(' ', 'Escape');
    expect(root.querySelectorAll('[aria-pressed=true]').length).toBe(0);
  });

  test('J lets a joker mean something else', async () => {
    await deal('r5 r6 *r7', '');
    tile('*.0').focus();
    await key('j');
    expect(melds()).toBe('*r4 r5 r6');
  });

  test('a click of assistive technology is a tap', async () => {
    await deal('r3 r4 r5', 'r6');
    tile('r6.0').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
    tile('r5.0').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
    await frame();
    expect(melds()).toBe('r3 r4 r5 r6');
  });
});

describe('typed moves', () => {
  test.each([
    ['r6 > 1', 'r3 r4 r5 r6 / k7 b7 o7'],
    ['k1 k2 k3 > new', 'r3 r4 r5 / k7 b7 o7 / k1 k2 k3'],
    ['1/2', 'r3 r4 / r5 / k7 b7 o7'],
    ['1.3 > 2', 'r3 r4 / k7 b7 o7 r5'],
    ['1.2-3 > new', 'r3 / k7 b7 o7 / r4 r5'],
    ['R6 > 1', 'r3 r4 r5 r6 / k7 b7 o7'],
  ])('%s', async (text, after) => {
    await deal('r3 r4 r5 / k7 b7 o7', 'r6 k1 k2 k3');
    expect(type(text)).toEqual({ ok: true });
    expect(melds().split(' / ').sort()).toEqual(after.split(' / ').sort());
  });

  test.each([
    ['r9 > 1', 'no_such_tile', 'r9'],
    ['r6 > 7', 'no_such_meld', '7'],
    ['x6 > 1', 'bad_notation', 'x6'],
    ['hello', 'bad_command', 'hello'],
    ['r6 > 1 > 2', 'bad_command', 'r6 > 1 > 2'],
    ['1/9', 'no_such_tile', '1/9'],
  ])('%s is not understood, and changes nothing', async (text, code, word) => {
    await deal('r3 r4 r5 / k7 b7 o7', 'r6');
    expect(type(text)).toEqual({ ok: false, code, word });
    expect(table.untouched).toBe(true);
  });

  test('a tile that lies in several melds must be told by its place', async () => {
    await deal('r3 r4 r5 / r3 b3 k3', '');
    expect(type('r3 > new')).toMatchObject({ code: 'which_tile', places: ['1.1', '2.2'] });
  });
});

describe('others', () => {
  test('a table made of one’s own tiles takes them from the rack', async () => {
    await deal('r3 r4 r5', 'r6 k1 k1');
    table.watch(['r3 r4 r5 r6'], { own: true });
    await frame();
    const rack = root.querySelector('.tt-rack')!.getAttribute('aria-owns')!.split(' ');
    expect(rack.map((id) => root.querySelector<HTMLElement>(`[id="${id}"]`)!.dataset.id)).toEqual(['k1.0', 'k1.1']);
    table.watch(null);
    await frame();
    expect(tilesText(table.rack)).toBe('k1 k1 r6');
  });

  test('what a hint lays is marked otherwise than the last play', async () => {
    await deal('r3 r4 r5', 'r6 k1');
    await deal('r3 r4 r5 / k7 b7 o7', 'r6 k1');
    const marked = (name: string) => [...root.querySelectorAll<HTMLElement>(`.${name}`)].map((el) => el.dataset.id);
    expect(marked('tt-last').length).toBe(3);
    table.watch(['r3 r4 r5 r6', 'k7 b7 o7'], { own: true });
    await frame();
    expect(marked('tt-hint')).toEqual(['r6.0']);
    expect(marked('tt-last')).toEqual([]);
    table.watch(null);
    await frame();
    expect(marked('tt-hint')).toEqual([]);
    expect(marked('tt-last').length).toBe(3);
  });

  test('a table is watched live, and one’s own comes back', async () => {
    await deal('r3 r4 r5', 'k1');
    table.watch(['r3 r4', 'r5 b5 k5']);
    await frame();
    expect(root.querySelectorAll('.tt-pile').length).toBe(2);
    expect(tile('b5.0')).not.toBeNull();
    expect(melds()).toBe('r3 r4 r5');
    table.watch(null);
    await frame();
    expect(tile('b5.0')).toBeNull();
  });

  test('the same table told again disturbs nothing', async () => {
    await deal('r3 r4 r5 / k7 b7 o7', 'r6 k1');
    type('r6 > 1');
    await deal('k7 b7 o7 / r3 r4 r5', 'k1 r6');
    expect(melds()).toBe('r3 r4 r5 r6 / k7 b7 o7');
    expect(table.canUndo).toBe(true);
    table.undo();
    expect(table.untouched).toBe(true);
  });

  test('a prepared play that no longer holds is told', async () => {
    await deal('r3 r4 r5', 'r6 k1 k2 k3');
    table.setMode('ghost');
    type('r6 > 1');
    type('k1 k2 k3 > new');
    await frame();
    expect(tile('r6.0').className).toContain('tt-ghost');
    await deal('r3 r4 r5 r6', 'r6 k1 k2 k3');
    expect(said.at(-1)).toBe('rebased');
    expect(melds()).toBe('r3 r4 r5 r6 / k1 k2 k3');
  });

  test('in look mode nothing on the table moves', async () => {
    await deal('r3 r4 r5', 'r6');
    table.setMode('look');
    type('r6 > 1');
    expect(table.untouched).toBe(true);
  });

  test('which meld a joker makes is asked, and can be answered', async () => {
    await deal('', 'b5 * *');
    type('b5 * * > new');
    expect(question!.melds.length).toBe(4);
    question!.answer(question!.melds[3]!);
    expect(melds()).toBe('b5 *5 *5');
  });
});

describe('zones', () => {
  const zones = { discard: readTiles('k3', STANDARD), free: readTiles('r6 b9', STANDARD) };

  beforeEach(async () => {
    table.setZones({ discard: { take: 'ask', drop: true }, free: { take: 'play' } });
    await deal('r3 r4 r5', 'k1 k2', {}, zones);
  });

  test('a tile of the discard pile is asked for', async () => {
    await tapTile('k3.0');
    expect(zoned).toEqual(['take k3 discard']);
  });

  test('a rack tile dropped on it is offered', async () => {
    await drag('k1.0', centre('k3.0'));
    expect(zoned).toEqual(['drop k1 discard']);
    tile('k2.0').focus();
    await key('x');
    expect(zoned.at(-1)).toBe('drop k2 discard');
  });

  test('tiles of the rack are laid before free tiles like them', async () => {
    const free = readTiles('r6 b9', STANDARD);
    table.setZones({ free: { take: 'play' } });
    await deal('r3 r4 r5', 'r6 k1', {}, { free });
    expect(table.restore(['r3 r4 r5 r6'])).toBe(true);
    await frame();
    expect(tilesText(table.rack)).toBe('k1');
  });

  test('free tiles are picked up with those of the rack', async () => {
    await tapTile('k1.0');
    await tapTile('r6.0');
    expect(tilesText(table.selected)).toBe('k1 r6');
  });

  test('free tiles are played, and go home', async () => {
    await drag('r6.0', centre('r5.0'));
    expect(melds()).toBe('r3 r4 r5 r6');
    type('1.4 > rack');
    expect(table.untouched).toBe(true);
  });
});
