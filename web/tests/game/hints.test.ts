// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Hints } from '../../src/game/draft/hints.svelte';
import type { Room } from '../../src/game/room/room.svelte';
import type { Table } from '../../src/table';
import type { HintAnswer } from '../../src/net/types';

const { answers, asked, moves } = vi.hoisted(() => ({
  answers: [] as ((reply: unknown) => void)[],
  asked: [] as unknown[],
  moves: { calm: false },
}));
vi.mock('../../src/net/connection.svelte', () => ({
  command: (question: unknown) => {
    asked.push(question);
    return new Promise((done) => answers.push(done));
  },
}));
vi.mock('../../src/device/settings.svelte', () => ({ reducedMotion: () => moves.calm, settings: {} }));

const hint = (level: number, rows: string[][][] = []): HintAnswer => ({
  type: 'hint',
  cid: '',
  level,
  advice: 'play',
  code: 'play',
  tiles: [],
  steps: rows.map((each) => ({ code: 'lay', sentence: '', rows: each })),
  sentence: '',
  after: null,
  why: '',
  left: 0,
  hand: 0,
});
const watched: (readonly string[] | null)[] = [];
const marked: string[] = [];
const table = {
  watch: (melds: readonly string[] | null) => watched.push(melds),
  mark: (tiles: readonly string[]) => marked.splice(0, marked.length, ...tiles),
} as unknown as Table;
let hints: Hints;

async function receive(answer: HintAnswer): Promise<void> {
  answers.pop()!(answer);
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  moves.calm = false;
  watched.length = answers.length = 0;
  hints = new Hints({ id: 'a', version: 1 } as Room, () => table);
});

afterEach(() => void vi.useRealTimers());

test('the bulb gives the next hint, and finally hides it', async () => {
  for (const level of [1, 2, 3]) {
    hints.press();
    hints.press(); // one request at a time
    expect(answers.length).toBe(1);
    await receive(hint(level));
    expect(hints.given?.level).toBe(level);
  }
  hints.press();
  expect(hints.given).toBeNull();
  hints.press();
  await receive({ ...hint(1), advice: 'draw' });
  hints.press(); // the last hint was given
  expect(hints.given).toBeNull();
});

test('each hint reveals more', async () => {
  for (const level of [1, 2, 3, 3]) {
    void hints.ask();
    expect(hints.waiting).toBe(true);
    await receive(hint(level));
    expect(hints.given?.level).toBe(level);
    expect(hints.waiting).toBe(false);
  }
});

test('tiles named by a hint are marked while it is shown', async () => {
  void hints.ask(2);
  await receive({ ...hint(2), tiles: ['r5', 'r6'] });
  expect(marked).toEqual(['r5', 'r6']);
  hints.stop();
  expect(marked).toEqual([]);
});

test('a hint for an outdated table is not shown', async () => {
  void hints.ask();
  hints.stop();
  expect(hints.waiting).toBe(false);
  await receive(hint(1));
  expect(hints.given).toBeNull();
});

const STEPS = [[['r5']], [['r5', 'b5']], [['r5', 'b5', 'k5']]];

test('steps play automatically until one is chosen', async () => {
  void hints.ask(3);
  await receive(hint(3, STEPS));
  expect(hints.step).toBe(0);
  await vi.advanceTimersByTimeAsync(3000);
  expect(hints.step).toBe(1);
  hints.show(0);
  await vi.advanceTimersByTimeAsync(9000);
  expect(hints.step).toBe(0);
  hints.stop();
  expect(watched.at(-1)).toBeNull();
});

test('with reduced motion, each step waits for a press', async () => {
  moves.calm = true;
  void hints.ask(3);
  await receive(hint(3, STEPS));
  await vi.advanceTimersByTimeAsync(9000);
  expect(hints.step).toBe(0);
  hints.show(2);
  expect(watched.at(-1)).toEqual(['r5 b5 k5']);
});

test('the last advice is remembered with its turn, and whether the hint laid it', async () => {
  const laid: string[][] = [];
  const here = { ...table, untouched: true, restore: (melds: string[]) => laid.push(melds) } as unknown as Table;
  hints = new Hints({ id: 'a', version: 1, game: { turn: 7 } } as Room, () => here);
  void hints.ask(3);
  await receive({ ...hint(3), tiles: ['r5'], after: ['r5 r6 r7'] });
  expect(hints.last).toMatchObject({ advice: 'play', tiles: ['r5'], turn: 7 });
  expect(hints.last?.laid).toBeUndefined();
  hints.lay();
  expect(laid).toEqual([['r5 r6 r7']]);
  expect(hints.last).toMatchObject({ turn: 7, laid: true });
});

test('a hint is for the closed hand that the viewer aims for', () => {
  hints.target = 35;
  void hints.ask();
  expect(asked.at(-1)).toMatchObject({ type: 'ask_hint', target: 35 });
});
