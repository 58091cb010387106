// @vitest-environment happy-dom
/** A puzzle that only the referee can check waits for its verdict. */
import { afterEach, expect, test, vi } from 'vitest';
import PUZZLES from 'virtual:texts/puzzles';
import { loadTexts } from '../../src/text/messages.svelte';
import { Solving, type Answer } from '../../src/puzzles/solving.svelte';
import type { Puzzle } from '../../src/puzzles/puzzle';

const PUZZLE: Puzzle = {
  id: 'p',
  rules: 'sabra',
  goal: 'out',
  table: 'k3 k4 k5',
  rack: 'k6',
  n: 1,
  set: 'k6',
  answer: 'k3 k4 k5 k6',
  d: 1,
  r: 800,
  themes: ['out'],
  offline: false,
};

const json = (status: number, body: object): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

/**
 * Make the server respond to each judgement with the next status, and with 200 from then on. Returns the number of
 * judgements.
 */
function serve(...statuses: number[]): () => number {
  const waiting = [...statuses];
  let judged = 0;
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== '/api/judge') return json(200, {});
    judged++;
    const status = waiting.shift() ?? 200;
    return json(status, status === 200 ? { legal: true } : { error: { code: 'server_busy', message: '' } });
  });
  return () => judged;
}

function solve(): { solving: Solving; answers: [boolean, Answer][] } {
  const answers: [boolean, Answer][] = [];
  const solving = new Solving(PUZZLE, (...answer) => answers.push(answer));
  solving.mount(document.body.appendChild(document.createElement('div')));
  const { control } = solving.table!;
  control.drop(['k6.0'], { on: 'pile', key: control.draft.piles[0]!.key, at: 3, id: null });
  return { solving, answers };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a busy server is asked again', async () => {
  vi.useFakeTimers();
  const judged = serve(503);
  const { solving, answers } = solve();
  await vi.advanceTimersByTimeAsync(0);
  expect([solving.over, solving.asking, solving.replies]).toEqual(['', true, 1]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([solving.over, answers.length, judged()]).toEqual(['solved', 1, 2]);
});

test('a question that failed for good is asked again with Done', async () => {
  vi.useFakeTimers();
  const judged = serve(404);
  const { solving } = solve();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([solving.over, solving.asking, judged()]).toEqual(['', false, 1]);
  solving.press();
  await vi.advanceTimersByTimeAsync(0);
  expect([solving.over, judged()]).toEqual(['solved', 2]);
});

test('a tap just after the end was meant for the puzzle', async () => {
  vi.useFakeTimers();
  serve();
  const { solving } = solve();
  await vi.advanceTimersByTimeAsync(0);
  expect(solving.justEnded).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(solving.justEnded).toBe(false);
});

test('hints do not name the tiles if the whole rack has to be laid', async () => {
  await loadTexts(PUZZLES);
  const hints = (rack: string): string[] => {
    const puzzle: Puzzle = {
      ...PUZZLE,
      rack,
      table: 'k3 k4 k5 / r7 o7 b7',
      answer: 'k3 k4 k5 k6 / k7 r7 o7 b7',
      set: 'k6 k7',
    };
    const solving = new Solving(puzzle, () => {});
    solving.mount(document.body.appendChild(document.createElement('div')));
    return [1, 2, 3].map(() => {
      solving.hint();
      return solving.reply;
    });
  };
  const [tiles, touch, meld] = hints('k6 k7 r1');

  expect(new Set([tiles, touch, meld]).size).toBe(3);
  expect(hints('k6 k7').slice(0, 2)).toEqual([touch, meld]);
  expect(hints('k6 k7')[2]).not.toBe(meld);
});

test('the tiles that a hint marks are those that it names', async () => {
  await loadTexts(PUZZLES);
  const puzzle: Puzzle = {
    ...PUZZLE,
    rack: 'r3 r4 b9',
    table: 'b9 b10 b11 b12 / r2 k2 b2 o2 / r3 k3 o3',
    answer: 'b9 b10 b11 b12 / r2 r3 r4 / k2 b2 o2 / r3 k3 o3',
    set: 'r3 r4',
  };
  const solving = new Solving(puzzle, () => {});
  solving.mount(document.body.appendChild(document.createElement('div')));
  const { control } = solving.table!;
  const marked = (): string[] => [...control.marked].map((id) => id.split('.')[0]!).sort();
  solving.hint();
  expect(marked()).toEqual(['r3', 'r4']);
  solving.hint();
  expect(marked()).toEqual(['r2']);
  solving.hint();
  expect(solving.reply).toContain('r2, r3, and r4');
  expect(marked()).toEqual(['r2', 'r3', 'r4']);
  expect([...control.marked].every((id) => !control.draft.start[2]!.ids.includes(id))).toBe(true);
});

test('a puzzle that was solved before shows its answer, and is not answered again', () => {
  const answered = vi.fn();
  const solving = new Solving(PUZZLE, answered, { solved: true });
  solving.mount(document.body.appendChild(document.createElement('div')));
  expect(solving.over).toBe('solved');
  expect(solving.table!.melds).toEqual(['k3 k4 k5 k6']);
  expect(solving.table!.control.mode).toBe('look');
  expect(answered).not.toHaveBeenCalled();
});
