// @vitest-environment happy-dom
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { speak, speakPages } from '../../src/text/messages/index.svelte';
import { Bench } from '../../src/pages/legal/bench.svelte';
import { lawOf } from '../../src/game/draft/law';
import { STANDARD, readTiles, tileText } from '../../src/rules';

const changed = vi.fn();
let bench: Bench;

const tap = (text: string, where: 'table' | 'rack' = 'table'): void => {
  for (const tile of readTiles(text, STANDARD)) bench.add(tile, where);
};

beforeAll(async () => {
  await speak('en');
  await speakPages();
});

beforeEach(() => {
  changed.mockClear();
  bench = new Bench(lawOf({}, null), changed);
  bench.attach(document.createElement('div'));
  bench.lay({ table: '', rack: '', after: '' });
});

describe('a position', () => {
  test('is laid by tapping, and is written as it lies', () => {
    tap('k5 r5 b5 b1 b2 b3 *');
    tap('b4 o5', 'rack');

    expect(bench.texts.table).toBe('k5 r5 b5 / b1 b2 b3 *b4');
    expect(bench.texts.rack).toBe('b4 o5');
    expect(bench.facts).toEqual([]);
    expect(bench.whole).toBe(true);
    expect(changed).toHaveBeenCalled();
  });

  test('is typed, and lies as it is written', () => {
    bench.type('table', 'k5 r5 b5 / r9 r10 r11');
    bench.type('rack', 'b4, *');

    expect(bench.tiles.map(tileText)).toEqual(['k5', 'r5', 'r9', 'r10', 'r11', 'b4', 'b5', '*']);
    bench.typed();
    expect(bench.texts.rack).toBe('b4 *');
  });

  test('says what is no meld yet, which tiles, and why', () => {
    tap('k5 r5');

    expect(bench.whole).toBe(false);
    expect(bench.facts).toEqual(['This is no meld: black 5 and red 5. A meld takes at least three tiles.']);
  });

  test('says what cannot be read, and what there are not that many of', () => {
    bench.type('table', 'k5 r5 x9');
    expect(bench.wrong).toContain('x9');
    expect(bench.texts.table).toBe('k5 r5 x9');

    bench.type('table', 'k5 r5 b5 / k5 r5 o5 / k5 b5 o5');
    expect(bench.facts.join()).toContain('black 5');
    expect(bench.whole).toBe(false);
  });

  test('asks what a typed joker stands for where it is not clear', () => {
    bench.type('table', 'k1 k2 k3 / b5 * *');
    expect(bench.question?.melds).toHaveLength(2);

    bench.answer(0);
    expect(bench.texts.table).toMatch(/^k1 k2 k3 \/ .*b5/);
    expect(bench.question).toBeNull();
  });

  test('is undone tap by tap, and cleared', () => {
    tap('k5 r5 b5');
    bench.undo();
    expect(bench.texts.table).toBe('k5 r5');

    bench.clear();
    expect(bench.texts.table).toBe('');
    bench.undo();
    expect(bench.texts.table).toBe('k5 r5');
  });
});

describe('a play', () => {
  beforeEach(() => bench.lay({ table: 'k5 r5 b5 o5 / b6 b7 b8', rack: 'b4 k1', after: '' }));

  test('is made on the table as it was laid out', () => {
    bench.play();
    bench.type('after', 'k5 r5 o5 / b4 b5 b6 b7 b8');

    expect(bench.wrong).toBe('');
    expect(bench.touched).toBe(true);
    bench.typed();
    expect(bench.texts.after).toBe('k5 r5 o5 / b4 b5 b6 b7 b8');
  });

  test('names tiles that are missing, and tiles from nowhere', () => {
    bench.play();
    bench.type('after', 'k5 r5 b5 / b6 b7 b8');
    expect(bench.wrong).toContain('orange 5');

    bench.type('after', 'k5 r5 b5 o5 / b6 b7 b8 b9');
    expect(bench.wrong).toContain('blue 9');
  });

  test('is forgotten when the position is another', () => {
    bench.play();
    bench.type('after', 'k5 r5 o5 / b4 b5 b6 b7 b8');
    bench.arrange();
    tap('r1 r2 r3');

    expect(bench.texts.after).toBe('');
  });

  test('comes with a link', () => {
    bench.lay({ table: 'b6 b7 b8', rack: 'b9 k1', after: 'b6 b7 b8 b9' });

    expect(bench.stage).toBe('play');
    expect(bench.touched).toBe(true);
  });
});
