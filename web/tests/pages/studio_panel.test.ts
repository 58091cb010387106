// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import RULES from 'virtual:texts/rules';
import STUDIO from 'virtual:texts/studio';
import { ApiError } from '../../src/net/error';
import type { Analyse, AnalyseAnswer, SolveAnswer } from '../../src/net/types/http';
import { loadPagesText, loadTexts, setLanguage } from '../../src/text/messages.svelte';
import Panel from '../../src/pages/studio/Panel.svelte';
import { PositionEditor } from '../../src/pages/studio/editor.svelte';
import { Questions, type Question } from '../../src/pages/studio/questions.svelte';
import '../../src/table/deferred';
import { lawOf } from '../../src/game/draft/law';

const [analyse, solve] = vi.hoisted(() => [
  vi.fn<(question: Partial<Analyse>) => Promise<AnalyseAnswer>>(),
  vi.fn<() => Promise<Partial<SolveAnswer>>>(),
]);
vi.mock('../../src/net/api', () => ({ api: { analyse, solve } }));

const LAY = { tiles: 3, play: 'b4 b5 b6 b7 / k5 r5 o5', rack: 'k1' };
const DRAW = { tiles: 0, play: 'k5 r5 b5 o5', rack: 'b4 b6 b7 k1' };
const SURE = { mean: 0.4, low: 0.3, high: 0.5 };

const LATER = 60_000; // milliseconds until a request has been repeated

const asked = vi.fn<(question: Question) => void>();
let questions: Questions;
let editor: PositionEditor;
let panel: object;

beforeAll(async () => {
  await setLanguage('en');
  await loadPagesText();
  await loadTexts(STUDIO, RULES);
});

beforeEach(() => {
  editor = new PositionEditor(lawOf({}, null), () => {});
  editor.attach(document.createElement('div'));
  editor.lay({ table: DRAW.play, rack: DRAW.rack, after: '' });
  const position = () => ({ ...editor.texts, ruleset: 'sabra', players: 2, held: [10], unopened: [] });
  questions = new Questions(
    position as ConstructorParameters<typeof Questions>[0],
    () => editor.texts.table,
    () => editor.loose,
    () => editor.own,
  );
  const against = {
    held: [10],
    unopened: [],
    pool: 85,
    opened: true,
    players: [2],
    onchange: () => {},
    onopened: () => {},
  };
  panel = mount(Panel, {
    target: document.body,
    props: {
      ...{ questions, editor, title: 'Sabra', discards: false, news: [], onplayon: () => {}, onask: asked },
      against: against as never,
      children: (() => {}) as never,
    },
  });
});

afterEach(async () => {
  asked.mockClear();
  await unmount(panel);
});

async function compare(answer: Promise<AnalyseAnswer>): Promise<void> {
  analyse.mockReturnValueOnce(answer);
  await questions.compare();
  flushSync();
}
const found = (answer: Partial<AnalyseAnswer>): Promise<AnalyseAnswer> =>
  Promise.resolve({
    plays: [],
    proven: true,
    worlds: 0,
    held: [10],
    pool: 85,
    alike: 0,
    why: [],
    closed: null,
    ...answer,
  });
const listed = (): string[] =>
  [...document.querySelectorAll('.plays .move > b')].flatMap(({ textContent }) => textContent || []);
const numbers = (): number => document.querySelectorAll('.plays .no').length;
const primary = (): HTMLButtonElement => document.querySelector('.pair > .primary')!;

test('plays with chances are numbered', async () => {
  await compare(found({ worlds: 400, plays: [LAY, DRAW].map((play) => ({ ...play, chance: SURE })) }));

  expect(listed()).toEqual(['Lay 3', 'Draw']);
  expect(numbers()).toBe(2);
});

test('plays without chances are listed, but not numbered', async () => {
  analyse.mockReturnValueOnce(found({ plays: [LAY, DRAW] }));
  await compare(found({ plays: [LAY, DRAW] }));

  expect(listed()).toEqual(['Lay 3', 'Draw']);
  expect(numbers()).toBe(0);
  expect(document.body.textContent).toContain('too busy');
});

test('drawing is not the best play merely because the server found no other in time', async () => {
  analyse.mockReturnValueOnce(found({ plays: [DRAW], proven: false }));
  await compare(found({ plays: [DRAW], proven: false }));

  expect(listed()).toEqual([]);
  expect(document.body.textContent).toContain('too busy');
  expect(document.body.textContent).not.toContain('Nothing can be laid');
  expect(primary().textContent).toBe('Count again');
});

test('a busy server gets more time, once', async () => {
  analyse.mockClear().mockReturnValueOnce(found({ plays: [LAY] }));
  await compare(found({ worlds: 50, plays: [{ ...LAY, chance: SURE }] }));

  expect(analyse.mock.calls.map(([{ seconds }]) => seconds)).toEqual([2, 4]);
  expect(listed()).toEqual(['Lay 3']);
});

test('the same plays are counted for longer, until it is enough', async () => {
  const plays = [LAY, DRAW].map((play) => ({ ...play, chance: SURE }));
  await compare(found({ worlds: 43, plays }));
  const more = (): HTMLButtonElement | null => document.querySelector('.deeper');
  expect(more()!.textContent).toContain('43 games');

  analyse.mockClear().mockReturnValueOnce(found({ worlds: 90, plays }));
  more()!.click();
  await vi.waitFor(() => expect(questions.compared?.worlds).toBe(90));
  expect(analyse.mock.calls[0]![0]).toMatchObject({ seconds: 4, among: [LAY.play, ''] });

  analyse.mockReturnValueOnce(found({ worlds: 80, plays }));
  await questions.count();
  flushSync();
  expect(questions.compared?.worlds).toBe(90);
  expect(more()).toBeNull();

  questions.forget();
  await compare(found({ worlds: 50, plays }));
  expect(analyse.mock.calls.at(-1)![0]).toMatchObject({ seconds: 2, among: [LAY.play, ''] });
});

test('a question to a busy server leaves the reason, and is repeated until there is an answer', async () => {
  vi.useFakeTimers();
  analyse.mockRejectedValueOnce(new ApiError(503, 'server_busy', ''));
  analyse.mockReturnValueOnce(found({ worlds: 400, plays: [{ ...LAY, chance: SURE }] }));
  const answered = questions.compare();
  await vi.advanceTimersByTimeAsync(0);

  flushSync();
  expect(document.querySelector('[role="status"]')!.textContent).toContain('The server is busy.');
  expect(primary().textContent).toBe('Try again');
  primary().click();
  expect(asked).toHaveBeenCalledWith('win');

  await vi.advanceTimersByTimeAsync(LATER);
  expect((await answered)?.worlds).toBe(400);
  flushSync();
  expect(listed()).toEqual(['Lay 3']);
  expect(document.body.textContent).not.toContain('The server is busy.');
  vi.useRealTimers();
});

test('a question is not repeated once the position has changed', async () => {
  vi.useFakeTimers();
  analyse.mockReset().mockRejectedValue(new ApiError(503, 'server_busy', ''));
  const answered = questions.compare();
  await vi.advanceTimersByTimeAsync(0);
  questions.forget();
  await vi.advanceTimersByTimeAsync(LATER);
  expect(await answered).toBeNull();
  expect(analyse).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test('a refused question can be asked again', async () => {
  await compare(Promise.reject(new ApiError(400, 'bad_question', 'no')));
  expect(primary().textContent).toBe('Try again');
});

test('the reason belongs to its question and its position', async () => {
  await compare(Promise.reject(new ApiError(400, 'server_busy', '')));
  questions.question = 'legal';
  expect(questions.failure).toBe('');
  questions.question = 'win';
  expect(questions.failure).toContain('busy');
  questions.forget();
  expect(questions.failure).toBe('');
});

test('a closed hand that can be declared is listed, even if nothing can be laid', async () => {
  const closed = {
    number: 35,
    name: 'Seven pairs',
    points: 1700,
    jokers: 0,
    melds: ['k1 k1', 'r2 r2'],
    discard: 'b9',
  };
  solve.mockResolvedValueOnce({ tiles: 0, points: 0, play: '', rack: DRAW.rack, proven: true, closed });
  questions.question = 'most';
  await questions.solve();
  flushSync();
  const text = document.querySelector('.declarable')!.textContent;
  expect(text).toContain('Seven pairs (1,700 points)');
  expect(text).toContain('Declare: Discard blue 9');
  expect(document.body.textContent).not.toContain('Nothing can be laid');
});

test('in the stage before a play, a note says where to lay it, and the referee can be asked', () => {
  questions.question = 'legal';
  flushSync();
  expect(document.querySelector('[role="status"]')!.textContent).toContain('lay the play under “After”');
  expect(primary().disabled).toBe(false);
  primary().click();
  expect(asked).toHaveBeenCalledWith('legal');

  editor.play();
  flushSync();
  expect(document.querySelector('[role="status"]')!.textContent).toContain('Move a tile first');
  expect(primary().disabled).toBe(true);
});

const PLAYS = [LAY, DRAW].map((play) => ({ ...play, chance: SURE }));
const marked = (): string | undefined =>
  document.querySelector('.plays [aria-pressed="true"] .move > b')?.textContent ?? undefined;

test('the user’s own play stays on the table and is counted with the best ones', async () => {
  const own = { tiles: 3, play: 'k5 r5 b5 o5 / b4 b6 b7', rack: 'k1', chance: SURE };
  editor.lay({ table: 'k5 r5 b5 o5', rack: 'b3 b4 b5 b6 k1', after: 'k5 r5 b5 o5 / b3 b4 b5' });
  own.play = editor.texts.after;
  await compare(found({ worlds: 400, plays: [...PLAYS, own] }));

  expect(analyse.mock.lastCall).toMatchObject([{ after: own.play }]);
  expect(marked()).toBe('Lay 3your play');

  editor.lay({ ...editor.texts, after: 'k5 r5 b5 o5 / b3 b4 b5 b6' });
  flushSync();
  expect(marked()).toBeUndefined();
  expect(primary().textContent).toBe('Best for winning');
});

test('an illegal play of the user’s own is said not to be counted', async () => {
  editor.lay({ table: 'k5 r5 b5 o5', rack: 'b3 b4 b5 k1', after: 'k5 r5 b5 o5 / b3 b4' });
  await compare(found({ worlds: 400, plays: PLAYS }));

  expect(document.body.textContent).toContain('isn’t legal here');
  expect(listed()).toEqual(['Lay 3', 'Draw']);
});

test('while a play is shown step by step, it stays the chosen one', async () => {
  vi.useFakeTimers();
  const steps = [{ code: 'lay', rows: [['k5', 'r5', 'o5']], text: '', params: {} }];
  await compare(found({ worlds: 400, plays: [{ ...PLAYS[0]!, steps } as never, PLAYS[1]!] }));
  editor.propose(LAY.play);
  flushSync();
  const walk = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Step by step')!;
  walk.click();
  await vi.advanceTimersByTimeAsync(10);
  flushSync();

  expect(marked()).toBe('Lay 3');
  await vi.advanceTimersByTimeAsync(LATER);
  vi.useRealTimers();
});

test('a table is sorted as it is shown, before or after the play', () => {
  editor.lay({ table: 'k5 r5 b5', rack: 'o5 k1', after: 'k5 r5 b5 o5' });
  expect(editor.loose).toBe('k5 r5 b5 o5');
  editor.arrangeAs('k5 b5 r5 o5');
  expect(editor.stage).toBe('play');
  editor.arrange();
  expect(editor.loose).toBe('k5 r5 b5');
});

test('the play with the most tiles is not called the user’s own, even if a link shows it', async () => {
  editor.lay({ table: DRAW.play, rack: DRAW.rack, after: LAY.play });
  const steps = [{ code: 'lay', rows: [['k5', 'r5', 'o5']], text: '', params: {} }] as never;
  solve.mockResolvedValueOnce({ ...LAY, play: editor.texts.after, steps, proven: true });
  questions.question = 'most';
  await questions.solve();
  flushSync();

  expect(marked()).toBe('Lay 3');
  expect(document.body.textContent).not.toContain('Yours is in the list');

  [...document.querySelectorAll('button')].find((each) => each.textContent === 'Step by step')!.click();
  await new Promise((done) => setTimeout(done));
  flushSync();
  expect(document.querySelectorAll('.numbered li')).toHaveLength(1);
});
