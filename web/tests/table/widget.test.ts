// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import { STANDARD, readTiles, tilesText } from '../../src/rules';
import { law } from './help';
import {
  centre,
  deal,
  drag,
  frame,
  key,
  melds,
  question,
  root,
  said,
  send,
  table,
  tap,
  tapTile,
  tile,
  type,
  zoned,
} from './table_driver';

describe('display', () => {
  test('every tile is a labelled button in its meld', async () => {
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

  test('the last play is marked, older tiles are not', async () => {
    await deal('r3 r4 r5', 'k1');
    await deal('r3 r4 r5 r6', 'k1', { animate: true });
    expect(tile('r6.0').className).toContain('tt-last');
    expect(tile('r3.0').className).not.toContain('tt-last');
  });

  test('only the latest play is golden; earlier ones have a corner, and faces if there are several players', async () => {
    table.control.sign = (seat) =>
      Object.assign(document.createElement('span'), { className: 'tt-changed-by', textContent: `${seat}` });
    const names = (selector: string) =>
      [...root.querySelectorAll<HTMLElement>(selector)].map((el) => el.dataset.id ?? el.textContent);
    await deal('r3 r4 r5 / k1 k2 k3', 'k9');
    await deal('r3 r4 r5 r6 / k1 k2 k3', 'k9', { change: { by: 1 } });
    expect([names('.tt-last'), names('.tt-was'), names('.tt-changed-by')]).toEqual([['r6.0'], [], []]);
    await deal('r3 r4 r5 r6 / k1 k2 k3 k4', 'k9', { change: { by: 2 } });
    expect([names('.tt-last'), names('.tt-was'), names('.tt-changed-by')]).toEqual([
      ['k4.0'],
      ['r6.0'],
      ['1', '2'],
    ]);
    await deal('r3 r4 r5 r6 / k1 k2 k3 k4 / o1 o2 o3', 'k9', { change: { by: 1 } });
    expect([names('.tt-last'), names('.tt-was')]).toEqual([['o1.0', 'o2.0', 'o3.0'], ['k4.0']]);
  });

  test('the last play is marked even if nothing moves', async () => {
    await deal('r3 r4 r5', 'k1');
    await deal('r3 r4 r5 r6', 'k1', { animate: false });
    expect([...root.querySelectorAll<HTMLElement>('.tt-last')].map((el) => el.dataset.id)).toEqual(['r6.0']);
  });

  test('a drawn tile is at the end of the rack, marked until the next action', async () => {
    table.sortRack('colour');
    await deal('r3 r4 r5', 'b1 r6');
    await deal('r3 r4 r5', 'k1 b1 r6', { animate: true });
    expect(tilesText(table.rack)).toBe('r6 b1 k1');
    expect(tile('k1.0').className).toContain('tt-drawn');
    expect(tile('b1.0').className).not.toContain('tt-drawn');
    await deal('r3 r4 r5 / k7 b7 o7', 'k1 b1 r6', { animate: true });
    expect(tile('k1.0').className).toContain('tt-drawn');
    type('r6 > 1');
    await frame();
    expect(tile('k1.0').className).not.toContain('tt-drawn');
  });

  test('a drawn tile is no longer marked once it is discarded', async () => {
    const discards = { discard: readTiles('b9', STANDARD) };
    const zone = () => root.querySelector<HTMLElement>('.tt-on-zone')!;
    table.setZones({ discard: { drop: true } });
    await deal('', 'k1 b1');
    await deal('', 'k1 b1 b9');
    expect(tile('b9.0').className).toContain('tt-drawn');
    await deal('', 'k1 b1', {}, discards);
    expect(zone().dataset.id).toBe('b9.0');
    expect(zone().className).not.toContain('tt-drawn');
  });

  test('a tile taken from a pile is marked, instead of the tile drawn before', async () => {
    const pile = { discard: readTiles('b9', STANDARD) };
    table.setZones({ discard: { drop: true } });
    await deal('', 'k1 b1', {}, pile);
    await deal('', 'k1 b1 r6', {}, pile);
    await deal('', 'k1 b1 r6 b9', {}, { discard: [] });
    expect(tile('b9.0').className).toContain('tt-drawn');
    expect(tile('r6.0').className).not.toContain('tt-drawn');
  });

  test('the last play and draw are marked when a table is first shown', async () => {
    table.sortRack('colour');
    const marks = { played: readTiles('r5', STANDARD), drawn: readTiles('k1', STANDARD) };
    await deal('r3 r4 r5 / k5 r5 b5', 'k1 b1 r6', { marks });
    expect(tilesText(table.rack)).toBe('r6 b1 k1');
    const marked = (name: string) =>
      [...root.querySelectorAll<HTMLElement>(`.${name}`)].map((el) => el.dataset.id);
    expect(marked('tt-drawn')).toEqual(['k1.0']);
    expect(marked('tt-last')).toEqual(['r5.1']);
  });

  test('a new round is sorted again, without marks', async () => {
    table.sortRack('colour');
    await deal('r3 r4 r5', 'b1 r6');
    await deal('', 'k2 b1 k1', { change: { dealt: true } });
    expect(tilesText(table.rack)).toBe('k1 k2 b1');
    expect(root.querySelectorAll('.tt-drawn, .tt-last').length).toBe(0);
  });

  test('sorting moves it into place', async () => {
    table.sortRack('colour');
    await deal('', 'b1 r6');
    await deal('', 'k1 b1 r6');
    table.sortRack('colour');
    await frame();
    expect(tilesText(table.rack)).toBe('k1 r6 b1');
    expect(tile('k1.0').className).not.toContain('tt-drawn');
  });

  test('rack tiles stay where they are while others are laid, until the turn ends', async () => {
    await deal('', 'r3 r4 r5 k1 b9');
    const places = (...ids: string[]): string[] => ids.map((id) => tile(id).style.translate);
    const before = places('k1.0', 'b9.0');
    for (const id of ['r3.0', 'r4.0', 'r5.0']) await tapTile(id);
    await tap({ clientX: 500, clientY: 100 });
    expect(melds()).toBe('r3 r4 r5');
    expect(places('k1.0', 'b9.0')).toEqual(before);

    await deal('r3 r4 r5', 'k1 b9');
    expect(places('k1.0', 'b9.0')).not.toEqual(before);
  });

  test('the rack has gaps between its sorted parts', async () => {
    await deal('', 'r3 r4 r5 k7 b7 o12');
    table.sortRack('melds');
    await frame();
    const left = table.rack.map((each) => parseFloat(tile(`${tilesText([each])}.0`).style.translate));
    const steps = left.slice(1).map((x, i) => x - left[i]!);
    expect(tilesText(table.rack)).toBe('r3 r4 r5 k7 b7 o12');
    expect(steps[0]).toBe(steps[1]);
    expect(steps[2]! > steps[1]!).toBe(true);
    expect(steps[3]).toBe(steps[0]);
    expect(steps[4]).toBe(steps[2]);
  });

  test('the last play stays marked after it was watched', async () => {
    await deal('r3 r4 r5', 'k1');
    table.watch(['r3 r4 r5 r6']);
    await frame();
    await deal('r3 r4 r5 r6', 'k1', { animate: true });
    expect(tile('r6.0').className).toContain('tt-last');
  });

  test('invalid and locked melds are marked', async () => {
    table.setLaw(law({ jokerMelds: 'locked' }));
    await deal('r3 *r4 r5 / k7 b7 o7', 'k9');
    type('k9 > 2');
    await frame();
    const [first, second] = root.querySelectorAll('.tt-pile');
    expect(first!.className).toContain('tt-locked');
    expect(second!.className).toContain('tt-bad');
    expect(second!.querySelector('.tt-badge')).not.toBeNull();
  });
});

describe('in separate parts of a page', () => {
  const places = {
    felt: { x: 100, y: 50, w: 700, h: 400 },
    rack: { x: 200, y: 550, w: 500, h: 70, rows: 1 },
    ...{ zones: {}, pool: null, seats: [] },
  };
  const at = (id: string): number[] => tile(id).style.translate.split(' ').map(parseFloat);

  test.each([
    ['the backs at a seat', { seats: [{ x: 0, y: 0, w: 40, h: 20 }] }, true],
    ['the felt', { felt: { ...places.felt, h: 420 } }, false],
  ])('a play is animated, or not, if %s moves at the same time', async (_, other, flies) => {
    table.setPlaces(places);
    await deal('r3 r4 r5', 'k1');
    table.setPlaces({ ...places, ...other });
    await deal('r3 r4 r5 r6', 'k1', { animate: true, change: { by: 1 } });
    expect(root.querySelectorAll('.tt-flies').length > 0).toBe(flies);
  });

  test('melds are on the felt, tiles in the rack and on its piles', async () => {
    table.setZones({ discard: { take: 'ask' } });
    table.setPlaces({
      ...places,
      zones: { discard: { x: 850, y: 300, w: 60, h: 90 } },
    });
    await deal('r3 r4 r5', 'k1', {}, { discard: readTiles('k3', STANDARD) });
    const [x, y] = at('r3.0');
    expect(x! > 100 && x! < 800 && y! > 50 && y! < 450).toBe(true);
    expect(at('k1.0')[1]! > 550 && at('k1.0')[0]! > 400).toBe(true);
    expect(at('k3.0')[0]! >= 850 && at('k3.0')[1]! >= 300).toBe(true);
    await drag('k1.0', { clientX: 400, clientY: 100 });
    expect(melds()).toBe('r3 r4 r5 / k1');
  });

  test('a tile is dragged over a rack that has a number of slots', async () => {
    table.setPlaces({ ...places, rack: { ...places.rack, slots: 14 } });
    await deal('r3 r4 r5', 'k1');
    send('pointerdown', centre('k1.0'), tile('k1.0'));
    send('pointermove', { clientX: 600, clientY: 580 });
    for (let i = 0; i < 3; i++) await frame();
    expect(root.querySelector<HTMLElement>('.tt-aim-rack')!.style.width).toBe('500px');
    send('pointerup', { clientX: 600, clientY: 580 });
  });

  test('and within the widget again', async () => {
    await deal('r3 r4 r5', 'k1');
    const before = at('k1.0');
    table.setPlaces(places);
    await frame();
    expect(at('k1.0')).not.toEqual(before);
    table.setPlaces(null);
    await frame();
    expect(at('k1.0')).toEqual(before);
  });
});

describe('other players', () => {
  test('a table built from the player’s own tiles takes them from the rack', async () => {
    await deal('r3 r4 r5', 'r6 k1 k1');
    table.watch(['r3 r4 r5 r6'], { own: true });
    await frame();
    const rack = root.querySelector('.tt-rack')!.getAttribute('aria-owns')!.split(' ');
    expect(rack.map((id) => root.querySelector<HTMLElement>(`[id="${id}"]`)!.dataset.id)).toEqual([
      'k1.0',
      'k1.1',
    ]);
    table.watch(null);
    await frame();
    expect(tilesText(table.rack)).toBe('k1 k1 r6');
  });

  test('tiles that a hint lays, picks up again, and puts back remain the same tiles', async () => {
    await deal('r3 r4 r5', 'r6 r6 k1');
    const before = new Set(table.draft.pieces.keys());
    for (const melds of [['r3 r4 r5 r6'], ['r3 r4'], ['r3 r4 r5'], ['r3 r4 r5 r6'], ['r3 r4 r5']]) {
      table.watch(melds, { own: true });
      await frame();
      expect([...table.control.draft.pieces.keys()].filter((id) => !before.has(id))).toEqual([]);
    }
  });

  test('no action changes the draft while a hint shows another table', async () => {
    await deal('r3 r4 r5', 'r6 k1 k2 k3');
    table.watch(['r3 r4 r5', 'k1 k2 k3'], { own: true });
    await frame();
    type('r6 > new');
    type('r6 > 1');
    type('1/1');
    type('reset');
    table.control.newMeld('r6.0');
    table.control.double('r6.0');
    await tapTile('r6.0');
    await drag('r6.0', centre('r4.0'));
    table.mark(['k1', 'r6']);
    table.mark([]);
    table.watch(null);
    await frame();
    expect(melds()).toBe('r3 r4 r5');
    expect(table.canUndo).toBe(false);
  });

  test('tiles laid by a hint differ from the last play', async () => {
    await deal('r3 r4 r5', 'r6 k1');
    await deal('r3 r4 r5 / k7 b7 o7', 'r6 k1');
    const marked = (name: string) =>
      [...root.querySelectorAll<HTMLElement>(`.${name}`)].map((el) => el.dataset.id);
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

  test('marking tiles of the own table is harmless while another table is shown', async () => {
    await deal('r3 r4 r5', 'r6 k1');
    table.watch(['k7 b7 o7']);
    expect(() => table.mark(['r4'], 'table')).not.toThrow();
    expect(() => table.mark(['r6'])).not.toThrow();
  });

  test('rack tiles named by a hint are marked until they are laid', async () => {
    await deal('r3 r4 r5', 'r6 r6 k1');
    const marked = (): (string | undefined)[] =>
      [...root.querySelectorAll<HTMLElement>('.tt-hint')].map((each) => each.dataset.id);
    table.mark(['r6']);
    await frame();
    expect(marked().length).toBe(1);
    type('r6 > 1');
    table.mark(['k1']);
    await frame();
    expect(marked()).toEqual(['k1.0']);
    table.mark([]);
    await frame();
    expect(marked()).toEqual([]);
  });

  test('a joker is marked, whether or not its notation says what it stands for', async () => {
    await deal('r3 r4 *r5', '* k1');
    const marked = (): number => root.querySelectorAll('.tt-hint').length;
    for (const [tile, area] of [
      ['*', 'rack'],
      ['*b6', 'rack'],
      ['*r5', 'table'],
    ] as const) {
      table.mark([tile], area);
      await frame();
      expect(marked()).toBe(1);
      table.mark([]);
      await frame();
    }
  });

  test('a table is watched live, and the player’s draft returns', async () => {
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

  test('watching a table does not change the player’s draft', async () => {
    await deal('r3 r4 r5', 'r6 k1');
    type('r6 > 1');
    table.watch(['r3 r4 r5', 'k7 b7 o7']);
    await frame();
    table.undo();
    type('k1 > 1');
    table.watch(null);
    expect(melds()).toBe('r3 r4 r5 r6');
  });

  test('a new deal drops the draft', async () => {
    await deal('r3 r4 r5', 'r6 k1 k2 k3');
    type('k1 k2 k3 > new');
    await deal('r3 r4 r5 r6', 'k1 k2 k3', { fresh: true });
    expect(melds()).toBe('r3 r4 r5 r6');
    expect(table.untouched).toBe(true);
  });

  test('a table that is empty again is shown, whatever the rack', async () => {
    await deal('r3 r4 r5', 'r6');
    await deal('', 'r6');
    expect(melds()).toBe('');
    expect(root.querySelectorAll('.tt-pile').length).toBe(0);
  });

  test('setting the same table again changes nothing', async () => {
    await deal('r3 r4 r5 / k7 b7 o7', 'r6 k1');
    type('r6 > 1');
    await deal('k7 b7 o7 / r3 r4 r5', 'k1 r6');
    expect(melds()).toBe('r3 r4 r5 r6 / k7 b7 o7');
    expect(table.canUndo).toBe(true);
    table.undo();
    expect(table.untouched).toBe(true);
  });

  test('an impossible draft is announced', async () => {
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

  test('in look mode the table cannot be changed', async () => {
    await deal('r3 r4 r5', 'r6');
    table.setMode('look');
    type('r6 > 1');
    expect(table.untouched).toBe(true);
    table.clearSelection();
    await tapTile('r3.0');
    expect(tilesText(table.selected)).toBe('');
    await tapTile('r6.0');
    expect(tilesText(table.selected)).toBe('r6');
  });

  test('an ambiguous joker asks for its meld, and the answer applies', async () => {
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

  test('a tile of the discard pile is requested', async () => {
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

  test('a table tile cannot be discarded', async () => {
    await drag('k1.0', centre('r5.0'));
    await drag('k1.0', centre('k3.0'));
    await drag('r5.0', centre('k3.0'));
    expect(zoned).toEqual([]);
    expect(said.slice(-2)).toEqual(['blocked', 'blocked']);
  });

  test('rack tiles are laid before equal free tiles', async () => {
    const free = readTiles('r6 b9', STANDARD);
    table.setZones({ free: { take: 'play' } });
    await deal('r3 r4 r5', 'r6 k1', {}, { free });
    expect(table.restore(['r3 r4 r5 r6'])).toBe(true);
    await frame();
    expect(tilesText(table.rack)).toBe('k1');
  });

  test('free tiles are picked together with rack tiles', async () => {
    await tapTile('k1.0');
    await tapTile('r6.0');
    expect(tilesText(table.selected)).toBe('k1 r6');
  });

  test('free tiles are played, and returned', async () => {
    await drag('r6.0', centre('r5.0'));
    expect(melds()).toBe('r3 r4 r5 r6');
    type('1.4 > rack');
    expect(table.untouched).toBe(true);
  });
});
