// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CommandBody } from '../../src/net/client';
import type { ClockView, GameView, HintAnswer, RoomView } from '../../src/net/types';
import { loadPagesText, setLanguage } from '../../src/text/messages.svelte';
import { settings } from '../../src/device/settings.svelte';
import { Turn } from '../../src/game/draft/turn.svelte';
import { Room } from '../../src/game/room/room.svelte';
import { reading, warning } from '../../src/game/room/clock';
import { timeOut } from '../../src/game/room/time_out';
import type { Control } from '../../src/table';
import { command as typed } from '../../src/table/command';
import { loadDeferred } from '../../src/table/draft_deferred';
import { eventually } from '../eventually';

const world = vi.hoisted(() => ({
  hear: (_: unknown): void => {},
  asked: [] as CommandBody[],
  sounds: [] as string[],
  hint: {} as HintAnswer,
}));

vi.mock('../../src/net/connection.svelte', () => ({
  watch: (_: string, hear: (message: unknown) => void) => {
    world.hear = hear;
    return () => {};
  },
  trySend: () => true,
  command: async (body: CommandBody) => {
    world.asked.push(body);
    if (body.type === 'ask_hint') return world.hint;
    return { type: 'answer', cid: '', status: 'ok', version: 0 };
  },
  errorText: (code: string) => code,
}));
vi.mock('../../src/device/sound', () => ({ sound: (which: string) => world.sounds.push(which) }));

const person = {
  kind: 'person',
  level: '',
  connected: true,
  ready: false,
  muted: false,
  stood_in: '',
  resigned: false,
  away_ms: null,
};
const view = {
  id: 'r',
  phase: 'playing',
  terms: { title: '', options: { 'joker.melds': 'locked' }, hints: true },
  seats: [
    { ...person, name: 'Ann' },
    { ...person, name: 'Ben' },
  ],
  totals: [0, 0],
  results: [],
  shuffles: [],
  leaders: [],
} as unknown as RoomView;
const hand = { tiles: 4, opened: true, known: [], discards: [], handfuls: [] };
const can = {
  draw: true,
  take: false,
  play: true,
  pass_: false,
  discard: [],
  declare: [],
  go_out: false,
  new_deal: false,
};
const game = (some: Partial<GameView> = {}): GameView => ({
  phase: 'act',
  to_move: 0,
  turn: 1,
  plays: 0,
  table: ['k5 r5 b5 o5', 'k7 b7 o7'],
  start: ['k5 r5 b5 o5', 'k7 b7 o7'],
  pool: 40,
  hands: [hand, hand],
  rack: ['r6', 'r7', 'r8', 'k1'],
  fresh: [],
  played: [],
  trump: null,
  free: [],
  free_usable: false,
  can,
  opening: null,
  result: null,
  declared: null,
  motives: [],
  ...some,
});
const UNTIMED: ClockView = { turn_ms: null, left_ms: null, reserve_ms: [], running: true, by_days: false };
const timed = (left_ms: number): ClockView => ({ ...UNTIMED, turn_ms: 60_000, left_ms, reserve_ms: [0, 0] });

let room: Room;
let turn: Turn;
let away: () => void;
let version: number;

function begin(now: GameView, clock = UNTIMED, table = view): void {
  world.hear({
    ...{ type: 'snapshot', room: 'r', version, seat: 0, gave_up: null },
    ...{ table, game: now, clock, chat: [], log: [] },
  });
  turn = new Turn(room);
  const element = document.createElement('div');
  element.getBoundingClientRect = () => new DOMRect(0, 0, 1000, 700);
  away = turn.mount(element);
  turn.sync();
}

function update(now: GameView, events: object[] = [], seat: number | null = 0): void {
  const entries = [{ seq: version++, what: 'acted', events }];
  world.hear({ type: 'update', room: 'r', version, seat, entries, table: view, game: now, clock: UNTIMED });
  turn.sync();
}

const type = (text: string): void => expect(typed(turn.control!, text)).toEqual({ ok: true });
const pick = (...ids: string[]): void => ids.forEach((id) => turn.control!.pick([id], true));
const actions = (): unknown[] => world.asked.map((body) => ('actions' in body ? body.actions : body.type));
const first = () => turn.choices.first?.action.do;
const act = (what: 'draw' | 'place' | 'done') => turn.perform({ do: what });

beforeEach(async () => {
  await setLanguage('en');
  await loadPagesText();
  await loadDeferred();
  localStorage.clear();
  settings.grace = 'untimed';
  world.asked.length = world.sounds.length = 0;
  version = 7;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.advanceTimersByTime(1000);
  room = new Room('r');
  room.follow();
});

afterEach(() => {
  away();
  vi.useRealTimers();
});

describe('the main action', () => {
  test('follows the picked and laid tiles', async () => {
    begin(game());
    expect(first()).toBe('draw');
    pick('r5.0', 'r6.0');
    expect(turn.choices).toMatchObject({
      first: { action: { do: 'place' }, ready: false },
      others: [{ action: { do: 'draw' } }],
    });
    await act('place');
    expect(turn.draft.touched).toBe(false);
    pick('r7.0');
    expect(first()).toBe('place');
    expect(turn.draft.forming.length).toBe(1);
    await act('place');
    expect(turn.meldTexts).toEqual(['k5 b5 o5', 'k7 b7 o7', 'r5 r6 r7']);
    expect(world.asked).toEqual([]);
    expect(first()).toBe('done');
    await act('done');
    expect(actions()).toEqual(['done']);
  });

  test('explains a lock when a tile of a locked meld is picked', () => {
    const table = ['r3 *r4 r5', 'k7 b7 o7'];
    begin(game({ table, start: table }));
    pick('r5.0');
    expect(turn.unfit).toMatch(/^A joker locks this meld/);
    pick('r5.0', 'k7.0');
    expect(turn.unfit).toMatch(/^Not a meld yet/);
  });

  test('explains that table tiles must stay, only if some are left over', async () => {
    begin(game());
    pick('r5.0', 'r6.0');
    turn.control!.newMeld(null);
    expect(turn.notice.text).toBe('');
    await act('done');
    expect(turn.verdict.state).toBe('refused');
    expect(turn.verdict.reasons).toEqual([{ code: 'table_tile_left', tiles: ['r5'] }]);
    expect(world.asked).toEqual([]);
    expect(turn.escape()).toBe(true);
    expect(turn.verdict.state).toBe('');
  });
});

describe('an invalid table', () => {
  const options = { ...view.terms.options, invalid_play: 'penalty' };
  const strict = { ...view, terms: { ...view.terms, options } } as unknown as RoomView;

  test('can be submitted, invalid melds included, if that costs a penalty', async () => {
    begin(game(), UNTIMED, strict);
    pick('r5.0', 'r6.0');
    turn.control!.newMeld(null);
    expect(first()).toBe('done');
    await act('done');
    expect(turn.verdict.state).toBe('');
    expect(world.asked).toMatchObject([{ type: 'done', after: ['k5 b5 o5', 'k7 b7 o7', 'r5 r6'] }]);
  });
});

describe('a draw', () => {
  test('waits a moment in untimed games, and can be undone', async () => {
    begin(game());
    await act('draw');
    expect(turn.guard.due).not.toBeNull();
    turn.undo();
    vi.advanceTimersByTime(9000);
    await eventually(() => expect(turn.notice.text).toBe('You took back your draw.'));
    expect(world.asked).toEqual([]);
    await act('draw');
    vi.advanceTimersByTime(2500);
    await eventually(() => expect(actions()).toEqual([['draw']]));
  });

  test.each([
    ['untimed', 40_000, false],
    ['always', 40_000, true],
    ['always', 3_000, false],
    ['never', null, false],
  ] as const)('with the setting %s and %s left', async (setting, left, waits) => {
    settings.grace = setting;
    begin(game(), left === null ? UNTIMED : timed(left));
    await act('draw');
    expect(turn.guard.due !== null).toBe(waits);
    await eventually(() => expect(actions()).toEqual(waits ? [] : [['draw']]));
  });

  test('against computers only, waits a shorter time', async () => {
    const { seats } = view;
    view.seats = [seats[0]!, { ...seats[1]!, kind: 'computer' }];
    begin(game());
    await act('draw');
    expect(turn.guard.due! - performance.now()).toBe(1500);
    view.seats = seats;
  });

  test('does not ask if tiles are only picked', async () => {
    begin(game());
    pick('k1.0');
    await act('draw');
    expect(turn.guard.asking).toBeNull();
  });

  test('asks if tiles are laid or the table is changed', async () => {
    begin(game());
    type('1.2 > new');
    expect(first()).toBe('draw');
    await act('draw');
    expect(turn.guard.asking).toBe('draw');
    turn.reset();
    expect(turn.guard.asking).toBeNull();
    pick('r6.0', 'r7.0', 'r8.0');
    await act('place');
    await act('draw');
    expect(turn.guard.asking).toBe('draw');
    turn.confirm();
    vi.advanceTimersByTime(2500);
    await eventually(() => expect(actions()).toEqual([['draw']]));
  });

  test('is undone by laying more tiles', async () => {
    begin(game());
    await act('draw');
    pick('r6.0');
    expect(turn.guard.due).not.toBeNull();
    type('r6 r7 r8 > new');
    expect(turn.guard.due).toBeNull();
    vi.advanceTimersByTime(9000);
    expect(world.asked).toEqual([]);
  });

  test('is dropped if the turn has passed, for example in another window', async () => {
    begin(game());
    await act('draw');
    update(game({ to_move: 1, turn: 2, can: null }));
    vi.advanceTimersByTime(9000);
    expect(world.asked).toEqual([]);
    update(game({ turn: 3 }));
    vi.advanceTimersByTime(9000);
    expect(world.asked).toEqual([]);
  });

  test.each(['pagehide', 'unmount'])('is sent immediately: %s', async (how) => {
    begin(game());
    await act('draw');
    if (how === 'pagehide') dispatchEvent(new Event('pagehide'));
    else away();
    await eventually(() => expect(actions()).toEqual([['draw']]));
  });

  test('is not delayed if the turn continues after it', async () => {
    begin(game({ phase: 'draw' }));
    await act('draw');
    await eventually(() => expect(actions()).toEqual([['draw']]));
  });
});

describe('tiles that can simply be added', () => {
  test('are laid at once if the table allows help', async () => {
    begin(game({ table: ['r3 r4 r5', 'k7 b7 o7'], start: [], rack: ['r8', 'r7', 'r6', 'k1', '*'] }));
    await turn.addAll();
    expect(turn.meldTexts).toEqual(['r3 r4 r5 r6 r7 r8', 'k7 b7 o7']);
    expect(turn.rackTexts.sort()).toEqual(['*', 'k1']);
    await turn.addAll();
    expect(turn.notice.text).toMatch(/None of your tiles/);
    turn.undo();
    expect(turn.draft.touched).toBe(false);
  });

  const run = { table: ['k3 k4 k5 k6 k7'], start: [], rack: ['k5', 'k8'] };
  const { terms } = view;
  const onlyAdds = { ...view, terms: { ...terms, options: { 'joker.reuse': 'any' } } } as RoomView;

  test('may split a meld on the table', async () => {
    begin(game(run));
    await turn.addAll();
    expect(turn.meldTexts).toEqual(['k3 k4 k5', 'k5 k6 k7 k8']);
  });

  test('split no meld on the table if melds can only be added to', async () => {
    begin(game(run), UNTIMED, onlyAdds);
    await turn.addAll();
    expect(turn.meldTexts).toEqual(['k3 k4 k5 k6 k7 k8']);
    expect(turn.rackTexts).toEqual(['k5']);
  });

  test('still split off tiles that were laid this turn', async () => {
    begin(game({ table: ['k3 k4 k5'], start: [], rack: ['k6', 'k6', 'k7', 'k8'] }), UNTIMED, onlyAdds);
    await turn.addAll();
    expect(turn.meldTexts).toEqual(['k3 k4 k5 k6', 'k6 k7 k8']);
  });

  test('are not if it does not', async () => {
    begin(game({ table: ['r3 r4 r5'], start: [], rack: ['r6'] }));
    room.view = { ...view, terms: { ...view.terms, hints: false } };
    await turn.addAll();
    expect(turn.draft.touched).toBe(false);
  });
});

describe('time', () => {
  const over = (...events: object[]) => [
    { type: 'TimedOut', seat: 0 },
    ...events,
    { type: 'Moved', seat: 1, phase: 'act' },
  ];
  const next = game({ to_move: 1, turn: 2, can: null });

  test.each([
    [[{ type: 'Penalised', seat: 0, tiles: 'k3 r9 b2' }], 'Time is up. It cost you 3 penalty tiles.'],
    [[{ type: 'Drew', seat: 0, source: 'pool', tiles: 'k3' }], 'Time is up. You drew a tile.'],
    [[{ type: 'Discarded', seat: 0, tile: 'k5' }], 'Time is up. The black 5 was discarded for you.'],
    [[], 'Time is up. Your turn is over.'],
    [[{ type: 'Restored', seat: 0 }], 'Time is up. Your turn is over. Your tiles are back on your rack.'],
  ])('out of time is reported, with the penalty', async (events, text) => {
    begin(game());
    update(next, over(...events));
    await eventually(() => expect([turn.notice.text, turn.notice.kind]).toEqual([text, 'bad']));
    expect(world.sounds).toContain('no');
  });

  test('of other players is not announced', () => {
    expect(timeOut([{ seq: 1, what: 'acted', events: [{ type: 'TimedOut', seat: 1 }] }], 0)).toBeNull();
    expect(timeOut([], null)).toBeNull();
  });

  test('is warned of at 60, 20 and 5 seconds', () => {
    const at = (left: number, whole: number | null = 90_000, reserve = 0) =>
      warning({ ...reading(timed(left), 0, 0), reserve }, whole);
    expect(
      [61_000, 60_000, 58_100, 57_000, 20_000, 19_000, 12_000, 5_000, 3_100, 2_900].map((left) => at(left)),
    ).toEqual([null, 60, 60, null, 20, 20, null, 5, 5, null]);
    expect(at(19_500, 20_000)).toBeNull();
    expect(at(0, 30_000, 4_900)).toBe(5);
    expect(warning(reading(UNTIMED, 0, 0), null)).toBeNull();
  });
});

describe("a plan on top of another player's draft", () => {
  test('can be hidden and shown', () => {
    begin(game({ to_move: 1, can: null }));
    type('r6 r7 r8 > new');
    world.hear({
      type: 'preview',
      room: 'r',
      seat: 1,
      version,
      rows: [
        ['k5', 'r5', 'b5', 'o5'],
        ['k7', 'b7', 'o7', 'r7'],
      ],
      rack: 3,
    });
    turn.sync();
    const shown = () => turn.control!.draft.piles.length;
    expect(shown()).toBe(3);
    expect(turn.control!.provisional).toBe(true);
    turn.showPlan(false);
    expect(shown()).toBe(2);
    turn.showPlan(true);
    expect(shown()).toBe(3);
    expect(turn.draft.touched).toBe(true);
    update(game({ to_move: 1, can: null }));
    expect(turn.control!.provisional).toBe(false);
    expect(turn.meldTexts.at(-1)).toBe('r6 r7 r8');
  });
});

describe('a hint that is shown on the table', () => {
  const AFTER = ['k5 r5 b5 o5', 'k7 b7 o7', 'r6 r7 r8'];
  const step = (...rows: string[]) => ({ code: 'lay', sentence: '', rows: rows.map((row) => row.split(' ')) });
  beforeEach(async () => {
    const steps = [step(...AFTER.slice(0, 2), 'r6'), step('k5 r5', 'b5 o5', 'k7 b7 o7'), step(...AFTER)];
    const tiles = ['r6', 'r7', 'r8'];
    world.hint = { type: 'hint', cid: '', level: 3, advice: 'play', code: 'play', tiles, steps } as never;
    world.hint = { ...world.hint, after: AFTER };
    begin(game());
    await turn.hints.ask(3);
    await vi.advanceTimersByTimeAsync(3000);
    expect(turn.hints.step).toBe(1);
  });

  const touch = (act: (control: Control) => void) => () => act(turn.control!);
  const ends: [string, () => unknown][] = [
    ['closing it', () => turn.hints.stop()],
    ['the lamp', () => turn.hints.press()],
    ['Escape', () => turn.escape()],
    ['another hint', () => turn.hints.ask(2)],
    ['drawing', () => act('draw')],
    ['checking', () => turn.check()],
    ['undo', () => turn.undo()],
    ['reset', () => turn.reset()],
    ['a tap on a tile', touch((control) => control.tap({ on: 'rack', before: null, id: 'k1.0' }, false))],
    ['a double tap', touch((control) => control.double('k1.0'))],
    ['a long press', touch((control) => control.take('k1.0'))],
    ['a key', touch((control) => control.newMeld('k1.0'))],
    ['a typed move', () => typed(turn.control!, 'k1 > new')],
    ['adding all', () => turn.addAll()],
    ['a message of the server', () => update(game({ turn: 2, to_move: 1, can: null }))],
  ];
  test.each(ends)('ends with %s', async (_, end) => {
    end();
    await vi.advanceTimersByTimeAsync(9000);
    expect(turn.hints.step).toBe(-1);
    expect(turn.control!.watched).toBeNull();
    expect(turn.meldTexts).toEqual(game().table);
    expect(turn.rackTexts.sort()).toEqual(game().rack!.sort());
    expect(turn.draft.touched).toBe(false);
  });

  test.each([0, 1, 2])('is laid from step %i', (at) => {
    turn.hints.show(2);
    turn.hints.show(at);
    turn.hints.lay();
    expect(turn.control!.watched).toBeNull();
    expect([...turn.meldTexts].sort()).toEqual([...AFTER].sort());
    expect(turn.rackTexts).toEqual(['k1']);
  });
});

test('after the discard of one of two equal tiles, the other one is not picked', () => {
  begin(game({ rack: ['k1', 'k1', 'r6'], phase: 'meld', can: { ...can, discard: ['k1', 'r6'] } }));
  pick('k1.1');
  expect(turn.choices.first?.action).toEqual({ do: 'discard', tile: 'k1' });
  update(game({ rack: ['k1', 'r6'], turn: 2, to_move: 1 }));
  expect(turn.table!.selected).toEqual([]);
  expect(turn.draft.picked).toEqual([]);

  // tiles picked during other turns stay picked
  pick('r6.0');
  update(game({ rack: ['k1', 'r6'], turn: 3, to_move: 0 }));
  expect(turn.table!.selected).toHaveLength(1);
});

test.each([
  ['a game that is over', { result: { ending: 'resigned' } as GameView['result'], can: null }, 0],
  ['a player who gave up', { can: null }, null],
])('takes back the draft of %s', (_, now, seat) => {
  begin(game());
  type('r6 > new');
  expect(turn.draft.touched).toBe(true);
  update(game(now), [], seat);
  expect(turn.meldTexts).toEqual(game().table);
  expect(turn.draft.touched).toBe(false);
});
