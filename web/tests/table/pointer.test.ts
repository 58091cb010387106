// @vitest-environment happy-dom
import { addAll } from '../../src/table/add_all';
import { describe, expect, test, vi } from 'vitest';
import { tilesText } from '../../src/rules';
import { law } from './help';
import {
  centre,
  deal,
  drag,
  frame,
  hold,
  melds,
  root,
  said,
  selections,
  send,
  table,
  tap,
  tapTile,
  tile,
  type,
} from './table_driver';

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

  test('picking up tiles is announced', async () => {
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

  test.each([
    ['k9', 'r3 r4 r5 / k7 b7 o7 / k9', 'it fits neither'],
    ['r6', 'r3 r4 r5 r6 / k7 b7 o7', 'it fits the first'],
    ['r7', 'r3 r4 r5 / k7 r7 b7 o7', 'it fits the second'],
  ])('in the gap between two melds: %s makes %s, for %s', async (name, after) => {
    await deal('r3 r4 r5 / k7 b7 o7', 'k9 r6 r7 o1');
    const w = parseFloat(root.style.getPropertyValue('--tt-w'));
    const at = (id: string): number[] => tile(id).style.translate.split(' ').map(parseFloat);
    // the second meld is beside the first, with a small gap
    await hold('k7.0');
    send('pointermove', {
      clientX: at('r5.0')[0]! + 1.35 * w + 12,
      clientY: at('r5.0')[1]! + 12,
      time: 420,
    } as PointerEventInit);
    send('pointerup', {
      clientX: at('r5.0')[0]! + 1.35 * w + 12,
      clientY: at('r5.0')[1]! + 12,
      time: 420,
    } as PointerEventInit);
    await frame();
    expect(melds()).toBe('r3 r4 r5 / k7 b7 o7');
    const gap = (at('r5.0')[0]! + w + at('k7.0')[0]!) / 2;
    expect(at('k7.0')[0]! - at('r5.0')[0]! - w).toBeLessThan(0.6 * w);

    await drag(`${name}.0`, { clientX: gap, clientY: at('r5.0')[1]! + w / 2 });

    expect(melds()).toBe(after);
  });

  test('over the end of a meld that it does not fit, a tile goes to the meld beside', async () => {
    await deal('r2 r3 r4 r5', 'k7 b7 o7 r7 o1');
    const w = parseFloat(root.style.getPropertyValue('--tt-w'));
    const { clientX, clientY } = centre('r5.0');
    for (const id of ['k7.0', 'b7.0', 'o7.0']) await tapTile(id);
    await tap({ clientX: clientX + 2.2 * w, clientY });
    expect(melds()).toBe('r2 r3 r4 r5 / k7 b7 o7');
    await drag('r7.0', { clientX: clientX + 0.3 * w, clientY });
    expect(melds()).toBe('r2 r3 r4 r5 / k7 r7 b7 o7');
    await drag('o1.0', { clientX: clientX + 0.3 * w, clientY });
    expect(melds()).toBe('r2 r3 r4 r5 o1 / k7 r7 b7 o7'); // it fits neither, so it does not move
  });

  test.each(['finger', 'tile'])('on a touch screen, one may aim with the %s', async (aim) => {
    await deal('k1 k2 k3 / k5 k6 k7 / k9 k10 k11 / r1 r2 r3 / b1 b2 b3 / o4 o5 o6', 'k13 k8');
    // a tile that fits no meld joins the one that it is dropped on
    table.tidy();
    await frame();
    const meld = tile('o5.0').style.translate.split(' ').map(parseFloat) as [number, number];
    const h = parseFloat(root.style.getPropertyValue('--tt-h'));
    const grip = 12; // how far from the corner of the tile the finger is, as in centre()
    const rack = parseFloat(root.style.getPropertyValue('--tt-rh'));
    // the finger is in the middle of the row, or the tile is, with the finger below it
    const y = meld[1] + h / 2 + (aim === 'tile' ? rack / 2 : 0);
    const to = { clientX: meld[0] + grip, clientY: y, pointerType: 'touch' };
    send('pointerdown', { ...centre('k13.0'), pointerType: 'touch' }, tile('k13.0'));
    send('pointermove', to);
    await frame();
    send('pointerup', to);
    await frame();
    expect(melds().split(' / ')).toHaveLength(6);
    expect(melds().split(' / ')).not.toContain('o4 o5 o6');
  });

  test('outlines show where dragged tiles will lie', async () => {
    await deal('r3 r4 r5 / k7 b7 o7', 'r6 r2 k1');
    for (const id of ['r6.0', 'r2.0']) await tapTile(id);
    send('pointerdown', centre('r6.0'), tile('r6.0'));
    send('pointermove', centre('r5.0'));
    for (let i = 0; i < 3; i++) await frame();
    const shownAt = (el: Element): number[] => {
      const { translate } = el.getAnimations()[0]?.effect
        ? (el.getAnimations()[0]!.effect as KeyframeEffect).getKeyframes()[0]!
        : (el as HTMLElement).style;
      return String(translate).split(' ').map(parseFloat);
    };
    const mark = root.querySelector<HTMLElement>('.tt-mark')!;
    const [x, y] = shownAt(mark);
    const slots = [...mark.children].map((slot) => shownAt(slot).map((n, i) => n + [x!, y!][i]!));
    send('pointerup', centre('r5.0'));
    await frame();
    expect(melds()).toBe('r2 r3 r4 r5 r6 / k7 b7 o7');
    expect(slots).toEqual(['r6.0', 'r2.0'].map((id) => tile(id).style.translate.split(' ').map(parseFloat)));
  });

  test('a finger does not hide the place where a tile will lie', async () => {
    await deal('r3 r4 r5 / k7 b7 o7', 'r6 k1');
    const h = 1.34 * parseFloat(root.style.getPropertyValue('--tt-w'));
    const { clientX, clientY } = centre('r5.0');
    const finger = { clientX, clientY: clientY + h, pointerType: 'touch' };
    send('pointerdown', { ...centre('r6.0'), pointerType: 'touch' }, tile('r6.0'));
    send('pointermove', finger);
    await frame();
    send('pointerup', finger);
    await frame();
    expect(melds()).toBe('r3 r4 r5 r6 / k7 b7 o7');
  });

  test('a table tile cannot go to the rack: it stays picked', async () => {
    await deal('r3 r4 r5', 'k1');
    await drag('r5.0', centre('k1.0'));
    expect(melds()).toBe('r3 r4 r5');
    expect(said).toEqual(['blocked']); // and the reason is shown
    expect(tilesText(table.selected)).toBe('r5');
  });

  test('a long press takes the complete meld', async () => {
    await deal('r3 r4 r5 / r6 r7 r8', 'k1');
    await hold('r7.0');
    const to = { ...centre('r5.0'), time: 420 };
    send('pointermove', to);
    send('pointerup', to);
    await frame();
    expect(melds()).toBe('r3 r4 r5 r6 r7 r8');
  });

  test('a tap handled late is a tap, and picked tiles stay picked', async () => {
    await deal('r3 r4 r5 / r6 r7 r8', 'k1 k9');
    await tapTile('k9.0');
    await hold('k1.0');
    send('pointerup', { ...centre('k1.0'), time: 90 });
    expect(tilesText(table.selected)).toBe('k9 k1');
  });

  test('pointer events before a long press are handled before it', async () => {
    await deal('r3 r4 r5', 'k1');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    send('pointerdown', { ...centre('r4.0'), time: 0 }, tile('r4.0'));
    vi.advanceTimersByTime(400);
    vi.useRealTimers();
    send('pointerup', { ...centre('r4.0'), time: 90 });
    await frame();
    expect(selections).toEqual(['r4']);
  });

  test('a double tap returns a placed tile to the rack', async () => {
    await deal('r3 r4 r5', 'r6 k1');
    type('r6 > 1');
    await frame();
    await tapTile('r6.0');
    await tapTile('r6.0');
    expect(table.untouched).toBe(true);
  });

  test('dragging a meld over the empty table only moves it', async () => {
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

  /** A drop target is computed in one frame and shown in the next. */
  const shown = async (): Promise<void> => {
    await frame();
    await frame();
  };
  const right = (id: string): number =>
    parseFloat(tile(id).style.translate) + parseFloat(root.style.getPropertyValue('--tt-w'));
  const mark = (): HTMLElement => root.querySelector('.tt-mark')!;
  /** Return the position of a dragged element, which its animation determines. */
  const shownAt = (el: HTMLElement): string => {
    const held = el.getAnimations().map((each) => each.effect as KeyframeEffect);
    return String(held.at(-1)?.getKeyframes()[0]!.translate);
  };

  /** Drag a tile until it is shown beside another one with this gap, without releasing the pointer. */
  async function beside(id: string, other: string, gap: number): Promise<{ clientX: number; clientY: number }> {
    const at = centre(other);
    const grip = centre(id);
    const to = { clientX: right(other) + gap + 12, clientY: at.clientY + 5 };
    send('pointerdown', grip, tile(id));
    send('pointermove', to);
    await shown();
    return to;
  }

  test('a fitting tile snaps to the meld it is dropped beside', async () => {
    await deal('r3 r4 r5', 'r6 k1');
    const to = await beside('r6.0', 'r5.0', 20);
    expect(mark().className).toContain('tt-aim-good');
    expect(parseFloat(shownAt(mark()))).toBeLessThan(parseFloat(tile('r3.0').style.translate));
    send('pointerup', to);
    await frame();
    expect(melds()).toBe('r3 r4 r5 r6');
  });

  /** Return the end position of an element's last animation, if there is one. */
  const slidTo = (el: HTMLElement): string | undefined =>
    (el.getAnimations().at(-1)?.effect as KeyframeEffect | undefined)?.getKeyframes().at(-1)!.translate as string;

  /** Lay r3 and r5, so that r4 goes between them. */
  async function twoLaid(): Promise<void> {
    await deal('', 'r3 r5 r4 k1');
    for (const id of ['r3.0', 'r5.0']) await tapTile(id);
    await tap({ clientX: 500, clientY: 200 });
    expect(melds()).toBe('r3 r5');
  }

  test.each([
    ['in the middle', '', 'r4.0', 'r3.0', 24],
    ['at the end', 'r3 r4 r5 / k7 k8 k9 k10 / b2 b3 b4', 'r6.0', 'r5.0', 20],
    ['at the start', 'r3 r4 r5 / k7 k8 k9 k10 / b2 b3 b4', 'r2.0', 'r3.0', -30],
  ])(
    'other tiles make room for a tile held %s of a meld, and stay there when it is dropped',
    async (_, on, id, other, off) => {
      await (on ? deal(on, 'r2 r4 r6 k1') : twoLaid());
      const now = (slid: boolean): string[] =>
        [...root.querySelectorAll<HTMLElement>('.tt-on-table:not(.tt-drag)')].map(
          (el) => `${el.dataset.id} ${(slid && slidTo(el)) || el.style.translate}`,
        );
      const before = now(false);
      const grip = centre(id);
      send('pointerdown', grip, tile(id));
      const to = { clientX: centre(other).clientX + off, clientY: centre(other).clientY + 5 };
      send('pointermove', to);
      await shown();
      const held = now(true);
      const slot = root.querySelector<HTMLElement>('.tt-slot')!.style.translate.split(' ').map(parseFloat);
      const corner = shownAt(mark()).split(' ').map(parseFloat);
      send('pointerup', to);
      await frame();
      const after = now(false);
      expect(after.filter((each) => !each.startsWith(id))).toEqual(held);
      expect(tile(id).style.translate).toBe(`${corner[0]! + slot[0]!}px ${corner[1]! + slot[1]!}px`);
      if (id === 'r4.0') expect(held).not.toEqual(before);
    },
  );

  test('if a grown meld will move to another row, all of its tiles are outlined there', async () => {
    const runs = [...'krbo'].flatMap((colour) => [1, 4].map((n) => [n, n + 1, n + 2].map((i) => `${colour}${i}`)));
    // the tiles have a fixed size, so the row cannot make room by making them smaller
    table.setPlaces({
      felt: { x: 0, y: 0, w: 700, h: 300 },
      tile: 40,
      rack: { x: 0, y: 400, w: 1000, h: 200, rows: 3 },
      zones: {},
      pool: null,
      seats: [],
    });
    const rack = [...'krbo'].flatMap((colour) => Array.from({ length: 10 }, (_, i) => `${colour}${i + 4}`));
    await deal(runs.map((run) => run.join(' ')).join(' / '), rack.join(' '));
    const [column, row] = [0, 1].map(
      (i) => (id: string) => parseFloat(tile(id).style.translate.split(' ')[i]!),
    ) as [(id: string) => number, (id: string) => number];
    // the last meld of the first row
    const ends = runs.map((run) => `${run[2]}.0`).toSorted((a, b) => row(a) - row(b) || column(a) - column(b));
    const last = ends.findLast((end) => row(end) === row(ends[0]!))!;
    const [colour, first] = [last[0]!, parseInt(last.slice(1)) - 2];
    const ids = [0, 1, 2].map((i) => `${colour}${first + i}.0`);
    const outlined: number[] = [];
    for (let n = first + 3; n <= 13; n++) {
      const end = ids.at(-1)!;
      const id = n > 6 ? `${colour}${n}.0` : `${colour}${n}.1`;
      ids.push(id);
      const was = row(end);
      send('pointerdown', centre(id), tile(id));
      const to = { ...centre(end), clientX: centre(end).clientX + 5 };
      send('pointermove', to);
      await shown();
      const corner = shownAt(mark()).split(' ').map(parseFloat);
      const slots = [...root.querySelectorAll<HTMLElement>('.tt-slot')].map((slot) => {
        const [x, y] = slot.style.translate.split(' ').map(parseFloat);
        return `${corner[0]! + x!}px ${corner[1]! + y!}px`;
      });
      send('pointerup', to);
      await frame();
      const grown = row(end) === was ? [id] : ids;
      expect(slots).toEqual(grown.map((each) => tile(each).style.translate));
      outlined.push(slots.length);
    }
    expect(Math.max(...outlined)).toBeGreaterThan(3);
  });

  test('tiles that have made room return when the pointer leaves', async () => {
    await twoLaid();
    const slid = (): string | undefined => slidTo(tile('r5.0'));
    send('pointerdown', centre('r4.0'), tile('r4.0'));
    send('pointermove', { ...centre('r5.0'), clientX: centre('r5.0').clientX - 10 });
    await shown();
    expect(slid()).not.toBe(tile('r5.0').style.translate);
    send('pointermove', centre('k1.0'));
    await shown();
    expect(slid()).toBe(tile('r5.0').style.translate);
    send('pointercancel', centre('k1.0'));
    await frame();
    expect(melds()).toBe('r3 r5');
  });

  test('on an empty table, a tile lies below the pointer', async () => {
    await deal('', 'r4 k1');
    for (const clientX of [150, 333, 500, 612, 777]) {
      send('pointerdown', centre('r4.0'), tile('r4.0'));
      send('pointermove', { clientX, clientY: 230 });
      await shown();
      const [x, y] = shownAt(mark()).split(' ').map(parseFloat);
      expect(Math.abs(x! + 12 - clientX)).toBeLessThan(6);
      expect(Math.abs(y! - 230)).toBeLessThan(parseFloat(root.style.getPropertyValue('--tt-h')));
      send('pointercancel', { clientX, clientY: 230 });
      await frame();
    }
  });

  test.each([10, 20, 40])(
    'a tile that does not fit stays where it was shown, dropped %i pixels beside',
    async (gap) => {
      await deal('r3 r4 r5', 'k9 k1');
      const to = await beside('k9.0', 'r5.0', gap);
      expect(mark().className).toContain('tt-aim-new');
      const there = shownAt(mark());
      expect(parseFloat(there)).toBeGreaterThan(right('r5.0') + 10);
      send('pointerup', to);
      await frame();
      expect(melds()).toBe('r3 r4 r5 / k9');
      expect(tile('k9.0').style.translate).toBe(there);
    },
  );

  test('a dragged tile follows the pointer, and stays where it is dropped', async () => {
    await deal('r3 r4 r5', 'r6 k1');
    const [x, y] = tile('r6.0').style.translate.split(' ').map(parseFloat);
    const from = centre('r6.0');
    send('pointerdown', from, tile('r6.0'));
    send('pointermove', { clientX: from.clientX + 30, clientY: from.clientY - 200 });
    await frame();
    const held = shownAt(tile('r6.0')).split(' ').map(parseFloat);
    expect(held).toEqual([x! + 30, y! - 200]);
    send('pointerup', centre('r5.0'));
    await frame();
    expect(tile('r6.0').style.translate.split(' ')[1]).toBe(tile('r5.0').style.translate.split(' ')[1]);
    expect(
      tile('r6.0')
        .getAnimations()
        .every((each) => each.playState === 'finished'),
    ).toBe(true);
  });

  test('tiles that may become a meld are joined when dropped side by side', async () => {
    await deal('', 'r7 k7 o7 b3');
    await drag('r7.0', { clientX: 500, clientY: 100 });
    for (const [id, other] of [
      ['k7.0', 'r7.0'],
      ['o7.0', 'r7.0'],
    ] as const) {
      const to = await beside(id, other, 20);
      send('pointerup', to);
      await frame();
    }
    expect(melds()).toBe('k7 r7 o7');
  });

  test('one tile placed beside others by a tap joins them, several form a meld of their own', async () => {
    const width = (): number => parseFloat(root.style.getPropertyValue('--tt-w'));
    await deal('', 'r7 k7 b3');
    await drag('r7.0', { clientX: 500, clientY: 100 });
    await tapTile('k7.0');
    await tap({ clientX: right('r7.0') + width() * 0.8, clientY: centre('r7.0').clientY });
    expect(melds()).toBe('k7 r7');

    await deal('r3 r4 r5', 'r6 r7 r8 k1');
    for (const id of ['r6.0', 'r7.0', 'r8.0']) await tapTile(id);
    await tap({ clientX: right('r5.0') + width() * 0.8, clientY: centre('r5.0').clientY });
    expect(melds()).toBe('r3 r4 r5 / r6 r7 r8');
  });

  test('those that cannot become one stay apart', async () => {
    await deal('', 'r7 k7 r6 b3');
    await drag('r7.0', { clientX: 500, clientY: 100 });
    for (const [id, other] of [
      ['k7.0', 'r7.0'],
      ['r6.0', 'r7.0'],
    ] as const) {
      const to = await beside(id, other, 20);
      send('pointerup', to);
      await frame();
    }
    expect(melds()).toBe('k7 r7 / r6');
  });

  test('a tile dropped beside its own meld returns to it', async () => {
    await deal('r3 r4 r5', 'k1');
    await drag('r5.0', { clientX: right('r5.0') + 14, clientY: centre('r5.0').clientY });
    expect(melds()).toBe('r3 r4 r5');
  });

  test('before the opening, table melds do not attract tiles', async () => {
    table.setLaw(law({ opening: { points: 30, jokers: true } }));
    await deal('r3 r4 r5', 'r6 k1');
    const to = await beside('r6.0', 'r5.0', 20);
    send('pointerup', to);
    await frame();
    expect(melds()).toBe('r3 r4 r5 / r6');
  });

  test.each([
    [false, 'r3 r4 r5 / r5 r6 r7'],
    [true, 'r3 r4 r5 r6 r7 / r5'],
  ])('a run attracts a tile that splits it unless melds can only be added to: %s', async (onlyAdds, after) => {
    table.setLaw(law({ onlyAdds }));
    await deal('r3 r4 r5 r6 r7', 'r5 k1');
    const to = await beside('r5.1', 'r7.0', 20);
    send('pointerup', to);
    await frame();
    expect(melds()).toBe(after);
  });

  test.each([
    ['locked', 'r3 r4 r5 *r6 r7 / r5'],
    ['open', 'r3 r4 r5 / r5 *r6 r7'],
  ] as const)(
    'a run with a joker attracts a tile that splits it unless the joker locks it: %s',
    async (jokerMelds, after) => {
      table.setLaw(law({ jokerMelds }));
      await deal('r3 r4 r5 *r6 r7', 'r5 k1');
      const to = await beside('r5.1', 'r7.0', 20);
      send('pointerup', to);
      await frame();
      expect(melds()).toBe(after);
      table.control.undo();
      addAll(table.control);
      expect(melds()).toBe(jokerMelds === 'locked' ? 'r3 r4 r5 *r6 r7' : after);
    },
  );

  test('before the opening, a tile dropped on a table meld starts a new meld', async () => {
    table.setLaw(law({ opening: { points: 30, jokers: true } }));
    await deal('r2 r3 r4', 'r5 k12 k1');
    await drag('r5.0', await beside('r5.0', 'r4.0', 1));
    expect(melds()).toBe('r2 r3 r4 / r5');
    await drag('k12.0', centre('r3.0'));
    expect(melds()).toBe('r2 r3 r4 / r5 / k12');
  });

  test('a tile dropped at the edge of a meld joins it only if it fits', async () => {
    await deal('r2 r3 r4', 'r5 k12 k1');
    const { clientX, clientY } = centre('r3.0');
    const high = parseFloat(root.style.getPropertyValue('--tt-h'));
    const edge = { clientX, clientY: clientY - 12 + high * 0.95 };
    await drag('r5.0', edge);
    expect(melds()).toBe('r2 r3 r4 r5');
    await drag('k12.0', edge);
    expect(melds()).toBe('r2 r3 r4 r5 / k12');
  });

  test('melds attract tiles in the turn of the opening, once its points are laid', async () => {
    table.setLaw(law({ opening: { points: 30, jokers: true } }));
    await deal('r2 r3 r4', 'r5 k10 b10 o10 k1');
    for (const id of ['k10.0', 'b10.0', 'o10.0']) await tapTile(id);
    await tap({ clientX: 500, clientY: 420 });
    const to = await beside('r5.0', 'r4.0', 20);
    send('pointerup', to);
    await frame();
    expect(melds()).toBe('r2 r3 r4 r5 / k10 b10 o10');
  });

  test('a rack tile larger than those on the table joins a meld directly before it', async () => {
    const rack = { x: 0, y: 440, w: 370, h: 70, rows: 1 };
    table.setPlaces({ felt: { x: 0, y: 0, w: 370, h: 400 }, tile: 30, rack, zones: {}, pool: null, seats: [] });
    await deal('k10 * k12 k13', 'k9 r1');
    const [left, top] = tile('k10.0').style.translate.split(' ').map(parseFloat);
    const grip = centre('k9.0');
    const wide = 50; // as high as the row
    const to = { clientX: left! - wide - 5 + 12, clientY: top! + 12 };
    send('pointerdown', grip, tile('k9.0'));
    send('pointermove', to);
    await frame();
    send('pointerup', to);
    await frame();
    expect(melds()).toBe('k9 k10 *k11 k12 k13');
  });

  test('no target is shown if nothing can be dropped', async () => {
    await deal('r3 r4 r5', 'r6 k1');
    table.setMode('look');
    await beside('r6.0', 'r5.0', 20);
    expect(mark().hidden).toBe(true);
    send('pointercancel', centre('k1.0'));
  });

  test('the target position on the rack is shown', async () => {
    await deal('r3 r4 r5', 'k1 k5 k9');
    send('pointerdown', centre('k1.0'), tile('k1.0'));
    const to = centre('k9.0');
    send('pointermove', { ...to, clientX: to.clientX - 8 });
    await shown();
    expect(root.querySelector('.tt-mark')!.className).toContain('tt-aim-slot');
    send('pointercancel', to);
    await frame();
  });

  test('the player can order the rack', async () => {
    await deal('', 'r3 k9 b1 o5');
    await drag('o5.0', centre('k9.0'));
    expect(tilesText(table.rack)).toBe('o5 k9 r3 b1');
    table.sortRack('colour');
    expect(tilesText(table.rack)).toBe('k9 r3 b1 o5');
    table.sortRack('own');
    expect(tilesText(table.rack)).toBe('o5 k9 r3 b1');
  });
});
