// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CommandBody } from '../../src/net/client';
import { loadPagesText, setLanguage } from '../../src/text/messages.svelte';
import { toasts } from '../../src/device/announce.svelte';
import { actionText } from '../../src/game/draft/submit';
import { nameOf, shortName } from '../../src/text/names';
import { Turn } from '../../src/game/draft/turn.svelte';
import { seatsOf } from '../../src/game/seats/seats';
import { Room } from '../../src/game/room/room.svelte';
import { takeSeatRequest, requestSeat } from '../../src/game/room/auto_join';
import { reasonText } from '../../src/text/reasons';
import { STANDARD } from '../../src/rules';
import { command as typed } from '../../src/table/command';
import { loadDeferred } from '../../src/table/draft_deferred';
import type { GameView, RoomView, SeatView } from '../../src/net/types';
import { eventually } from '../eventually';

const world = vi.hoisted(() => ({
  hear: (_: unknown): void => {},
  asked: [] as unknown[],
  told: [] as { type: string; rows: string[][] }[],
  sounds: [] as string[],
}));

vi.mock('../../src/net/connection.svelte', () => ({
  watch: (_: string, hear: (message: unknown) => void) => {
    world.hear = hear;
    return () => {};
  },
  trySend: (message: { type: string; rows: string[][] }) => world.told.push(message),
  command: async (body: CommandBody) => {
    world.asked.push(body);
    return { type: 'answer', cid: '', status: 'ok', version: 0 };
  },
  errorText: (code: string) => code,
}));
vi.mock('../../src/device/sound', () => ({ sound: (which: string) => world.sounds.push(which) }));

const seat = (some: Partial<SeatView>): SeatView => ({
  kind: 'person',
  name: '',
  face: '',
  colour: '',
  level: '',
  connected: true,
  local: false,
  ready: false,
  muted: false,
  stood_in: '',
  shown: false,
  resigned: false,
  away_ms: null,
  ...some,
});
const computer = (level: string): SeatView => seat({ kind: 'computer', level });

const view = (some: Partial<RoomView> = {}): RoomView =>
  ({
    id: 'r',
    phase: 'playing',
    terms: { title: '', options: { 'joker.melds': 'locked' } },
    seats: [seat({ name: 'Ann' }), seat({ name: 'Ben' })],
    host: 0,
    round: 0,
    totals: [0, 0],
    results: [],
    shuffles: [{ round: 0, commitment: 'c0', game: 'r', contributions: null, seed: null }],
    proposal: null,
    leaders: [],
    next_room: null,
    ...some,
  }) as RoomView;

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
  table: ['r3 r4 r5'],
  start: ['r3 r4 r5'],
  pool: 40,
  hands: [hand, hand],
  rack: ['k1', 'k2', 'k3', 'r6'],
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

const clock = { turn_ms: null, left_ms: null, reserve_ms: [], running: true, by_days: false };
let room: Room;
let version: number;

const snapshot = (now: GameView | null, more: object = {}, table = view()): void =>
  world.hear({
    type: 'snapshot',
    room: 'r',
    version,
    seat: 0,
    gave_up: null,
    table,
    game: now,
    clock,
    chat: [],
    log: [],
    ...more,
  });
const update = (now: GameView | null, table = view(), more: object = {}): void => {
  const entries = [{ seq: version, what: 'locked' }];
  version++;
  world.hear({ type: 'update', room: 'r', version, seat: 0, entries, table, game: now, clock, ...more });
};

beforeEach(async () => {
  await setLanguage('en');
  await loadPagesText();
  await loadDeferred();
  world.asked.length = world.told.length = world.sounds.length = 0;
  version = 7;
  localStorage.clear();
  room = new Room('r');
  room.follow();
});

describe('a table in the web client', () => {
  test('a preview stays until the next event', () => {
    snapshot(game({ to_move: 1, can: null }));
    world.hear({ type: 'preview', room: 'r', seat: 1, version, rows: [['r3']], rack: 3 });
    expect(room.preview?.rows).toEqual([['r3']]);
    update(game({ to_move: 1, can: null }));
    expect(room.preview).toBeNull();
  });

  test('previews of an older state or of the viewer’s seat are ignored', () => {
    snapshot(game({ to_move: 1, can: null }));
    world.hear({ type: 'preview', room: 'r', seat: 1, version: version - 1, rows: [['r3']], rack: 3 });
    world.hear({ type: 'preview', room: 'r', seat: 0, version, rows: [['r3']], rack: 3 });
    expect(room.preview).toBeNull();
  });

  test('a refused preview is ignored; other errors are shown', () => {
    const seen = (): string[] => toasts.list.map(({ text }) => text);
    snapshot(game());
    world.hear({ type: 'fault', room: 'r', code: 'not_allowed', message: 'not_your_tiles' });
    expect(seen()).not.toContain('not_allowed');
    world.hear({ type: 'fault', room: 'r', code: 'storage', message: '' });
    expect(seen()).toContain('storage');
    expect(room.state).toBe('there');
  });

  test('a resignation is known even if the connection was lost meanwhile', () => {
    const gone = view({ seats: [seat({ name: 'Ann', resigned: true }), seat({ name: 'Ben' })] });
    snapshot(game());
    expect(room.gaveUp).toBeNull();
    update(game(), gone, { seat: null });
    expect([room.gaveUp, room.played]).toEqual([0, 0]);
    expect(room.mine).toBe(false);
    snapshot(game(), { seat: null, gave_up: 0 }, gone);
    expect([room.gaveUp, room.played]).toEqual([0, 0]);
  });

  test('seat and rack stay as they were after giving up', () => {
    const gone = view({ seats: [seat({ name: 'Ann', resigned: true }), seat({ name: 'Ben' })] });
    snapshot(game());
    update(game({ rack: null, can: null }), gone, { seat: null });
    expect(room.game?.rack).toEqual(['k1', 'k2', 'k3', 'r6']);
    expect(seatsOf(room).map(({ i, side }) => [i, side])).toEqual([
      [1, 'top'],
      [0, 'own'],
    ]);
    update(game({ rack: null, can: null }), { ...gone, round: 1 }, { seat: null });
    expect(room.game?.rack).toBeNull();
  });

  test('a resignation from before the page was opened is shown', () => {
    snapshot(game(), { seat: null, gave_up: 1 }, view({ seats: [seat({}), seat({ resigned: true })] }));
    expect([room.gaveUp, room.played]).toEqual([1, 1]);
  });

  test('a spectator has not resigned', () => {
    snapshot(game(), { seat: null }, view({ seats: [seat({ resigned: true }), seat({})] }));
    expect(room.gaveUp).toBeNull();
  });

  test('the viewer’s randomness is contributed once per shuffle', () => {
    const sealing = view({ phase: 'sealing' });
    snapshot(null, {}, sealing);
    update(null, sealing);
    expect(world.asked).toMatchObject([
      { what: 'ready', contribution: expect.stringMatching(/^[0-9a-f]{32}$/) as string },
    ]);
    const shuffles = [...sealing.shuffles, { ...sealing.shuffles[0]!, round: 1, commitment: 'c1' }];
    update(null, view({ phase: 'sealing', shuffles }));
    expect(world.asked.length).toBe(2);
  });

  test('a turn is announced once', () => {
    snapshot(game({ to_move: 1, can: null }));
    update(game());
    update(game());
    expect(world.sounds).toEqual(['turn']);
    update(game({ to_move: 1, can: null }));
    update(game({ turn: 3 }));
    expect(world.sounds).toEqual(['turn', 'turn']);
  });
});

describe('a table of several people at one device', () => {
  const shared = view({ seats: [seat({ name: 'Ann' }), seat({ name: 'Ben', local: true })] });
  const hidden = (to_move: number): GameView => game({ to_move, rack: null, can: null });

  test('on a shared device, a turn begins when the rack is shown, and texts use names instead of “you”', () => {
    snapshot(hidden(0), {}, shared);
    expect([room.seat, room.me, room.myTurn]).toEqual([0, null, false]);
    expect(world.sounds).toEqual([]);
    update(game(), shared);
    expect([room.myTurn, world.sounds]).toEqual([true, ['turn']]);
    expect(shortName(room.seating, 0)).toBe('Ann');
    update(hidden(1), shared, { seat: 1 });
    expect([room.seat, room.myTurn]).toEqual([1, false]);
  });

  test('each player starts with their own rack, and without the draft of the last one', () => {
    snapshot(game(), {}, shared);
    const turn = new Turn(room);
    turn.mount(document.createElement('div'));
    turn.sync();
    typed(turn.control!, 'r6 > 1');
    expect(turn.draft.placed).toBe(1);
    update(hidden(1), shared, { seat: 1 });
    turn.sync();
    expect([turn.rackTexts, turn.draft.placed, turn.table!.canUndo]).toEqual([[], 0, false]);
    update(game({ to_move: 1, rack: ['b1', 'r6', 'b3'], turn: 2 }), shared, { seat: 1 });
    turn.sync();
    expect(turn.rackTexts.toSorted()).toEqual(['b1', 'b3', 'r6']);
    expect([turn.meldTexts, turn.draft.placed]).toEqual([['r3 r4 r5'], 0]);
  });

  test('a draft is offered again once its player shows their rack after a reload', () => {
    snapshot(game(), {}, shared);
    const turn = new Turn(room);
    turn.mount(document.createElement('div'));
    turn.sync();
    typed(turn.control!, 'r6 > 1');
    const later = new Turn(room);
    later.mount(document.createElement('div'));
    snapshot(hidden(0), {}, shared);
    later.sync();
    expect(later.offered).toBe(null);
    update(game(), shared);
    later.sync();
    expect(later.offered).toEqual([['r3', 'r4', 'r5', 'r6']]);
  });
});

describe('the log of a table', () => {
  const entries = (...seqs: number[]): object[] =>
    seqs.map((seq) => ({ seq, what: seq % 2 ? 'paused' : 'resumed' }));
  const lines = (seqs: number[]): Promise<void> =>
    eventually(() => expect(room.log.map(({ seq }) => seq)).toEqual(seqs));

  test('is shown line by line, latest last', async () => {
    snapshot(game(), { log: entries(3, 4, 5, 6) });
    update(game());
    update(game());
    await lines([3, 4, 5, 6, 7, 8]);
    expect(room.log[0]!.text).not.toEqual(room.log[1]!.text);
    expect(room.log[0]!.text).toEqual(room.log[2]!.text);
  });

  test('is replaced by a snapshot, and continues after it', async () => {
    snapshot(game(), { log: entries(4, 5) });
    for (let i = 0; i < 3; i++) update(game());
    await lines([4, 5, 7, 8, 9]);
    snapshot(game(), { log: entries(6, 7, 8) });
    await lines([6, 7, 8, 9]);
  });

  test('follows the language, like the reactions in the chat', async () => {
    snapshot(game(), { log: entries(3) });
    world.hear({ type: 'reaction', room: 'r', seat: 1, reaction: 'thanks' });
    await lines([3]);
    await eventually(() => expect(room.chat).toHaveLength(1));
    const texts = (): string[] => [room.log[0]!.text, room.chat[0]!.text];
    const english = texts();
    await setLanguage('de');
    const german = texts();
    await setLanguage('en');

    expect(german.every((text, i) => text && text !== english[i])).toBe(true);
  });

  test('keeps the latest 300 lines', async () => {
    const many = Array.from({ length: 310 }, (_, i) => i);
    snapshot(game(), { log: entries(...many) });
    await lines(many.slice(10));
    version = 310;
    update(game());
    await lines([...many.slice(11), 310]);
  });

  test('includes chat messages, latest last', () => {
    const said = (text: string): object => ({ type: 'chat', room: 'r', name: 'Ben', text, seat: 1 });
    snapshot(game(), { chat: [said('a'), said('b')] });
    for (let i = 0; i < 210; i++) world.hear(said(`${i}`));
    expect(room.chat.length).toBe(200);
    expect(room.chat.at(-1)?.text).toBe('209');
    expect(room.chat[0]?.text).toBe('10');
  });
});

const type = (play: Turn, text: string): void => expect(typed(play.control!, text)).toEqual({ ok: true });

describe('the turn of the viewer', () => {
  let element: HTMLElement;
  let play: Turn;
  let away: () => void;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    vi.advanceTimersByTime(1000);
    element = document.createElement('div');
    element.getBoundingClientRect = () => new DOMRect(0, 0, 1000, 700);
    document.body.append(element);
    snapshot(game());
    play = new Turn(room);
    away = play.mount(element);
    play.sync();
  });

  afterEach(() => {
    away();
    element.remove();
    vi.useRealTimers();
  });

  test('sends the draft to the other players at most five times a second', () => {
    for (const tile of ['k1', 'k2', 'k3']) {
      type(play, `${tile} > new`);
      vi.advanceTimersByTime(1);
    }
    expect(world.told.length).toBe(1);
    vi.advanceTimersByTime(300);
    expect(world.told.map(({ rows }) => rows.length)).toEqual([2, 4]);
  });

  test('reports quietly that there is nothing to undo', () => {
    play.undo();
    expect(play.notice).toMatchObject({ text: 'Nothing to undo.', kind: 'plain' });
    play.reset();
    expect(play.notice.kind).toBe('plain');
    room.view = view({ phase: 'paused' });
    play.sync();
    play.control!.drop(['r3.0'], { on: 'table', spot: { row: 0, col: 0 } });
    expect(play.notice).toMatchObject({ text: 'You can’t do that now.', kind: 'bad' });
    vi.advanceTimersByTime(10_000);
    expect(play.notice.text).toBe('');
  });

  test('a hint goes when tiles are laid by hand', () => {
    play.hints.given = {
      type: 'hint',
      cid: '',
      level: 1,
      advice: 'draw',
      code: 'draw',
      tiles: [],
      steps: [],
      sentence: '',
      after: null,
      why: '',
      left: 0,
      hand: 0,
    };
    type(play, 'r6 > 1');
    expect(play.hints.given).toBeNull();
  });

  test('Escape closes a hint, and does nothing otherwise', () => {
    play.hints.given = {
      type: 'hint',
      cid: '',
      level: 1,
      advice: 'draw',
      code: 'draw',
      tiles: [],
      steps: [],
      sentence: '',
      after: null,
      why: '',
      left: 0,
      hand: 0,
    };
    expect(play.escape()).toBe(true);
    expect(play.hints.given).toBeNull();
    expect(play.escape()).toBe(false);
  });

  test('starts empty after its turn was ended', () => {
    type(play, 'r6 > 1');
    expect(play.meldTexts).toEqual(['r3 r4 r5 r6']);
    update(game({ to_move: 1, turn: 2, can: null }));
    play.sync();
    expect(play.meldTexts).toEqual(['r3 r4 r5']);
    expect(play.draft.touched).toBe(false);
  });

  test('continues with the plan when the turn starts', () => {
    update(game({ to_move: 1, turn: 2, can: null }));
    play.sync();
    type(play, 'r6 > 1');
    update(game({ turn: 3 }));
    play.sync();
    expect(play.meldTexts).toEqual(['r3 r4 r5 r6']);
    expect(play.choices.first).toEqual({ action: { do: 'done' }, ready: true });
  });

  test('is offered again after a reload until it is submitted', async () => {
    type(play, 'r6 > 1');
    const again = new Turn(room);
    const other = document.createElement('div');
    const leave = again.mount(other);
    again.sync();
    expect(again.offered).toEqual([['r3', 'r4', 'r5', 'r6']]);
    again.answerSavedDraft(true);
    expect(again.meldTexts).toEqual(['r3 r4 r5 r6']);
    await again.perform({ do: 'done' });
    expect(world.asked.at(-1)).toMatchObject({ type: 'done', after: ['r3 r4 r5 r6'], discard: null });
    leave();
    const later = new Turn(room);
    const third = later.mount(other);
    later.sync();
    expect(later.offered).toBeNull();
    third();
  });
});

test('sends actions that the server accepts', async () => {
  const action = (action: Parameters<typeof actionText>[0]): Promise<string> => actionText(action, game(), [], 0);
  expect(await action({ do: 'new_deal' })).toBe('new-deal');
  expect(await action({ do: 'draw' })).toBe('draw');
  expect(await action({ do: 'take' })).toBe('draw discard');
  expect(await action({ do: 'pass' })).toBe('pass');
  expect(await action({ do: 'discard', tile: 'k5' })).toBe('discard k5');
  expect(await action({ do: 'declare', tile: '*' })).toBe('declare *');
});

test('several computer players have different names', () => {
  const names = (...seats: SeatView[]): string[] =>
    seats.flatMap((_, i) => [nameOf({ seats, me: 0 }, i), shortName({ seats, me: 0 }, i)]);
  const [, , one, short] = names(seat({ name: 'Ann' }), computer('club'));
  expect([one, short].join()).not.toMatch(/\d/);
  const many = names(seat({ name: 'Ann' }), computer('club'), computer('club'));
  expect(many.slice(0, 2)).toEqual(['Ann', 'You']);
  expect([many[2], many[3]].every((name) => name!.includes('1'))).toBe(true);
  expect([many[4], many[5]].every((name) => name!.includes('2'))).toBe(true);
});

test('an invited player sits down, once', () => {
  requestSeat('r');
  expect(takeSeatRequest('other')).toBe(false);
  expect(takeSeatRequest('r')).toBe(true);
  expect(takeSeatRequest('r')).toBe(false);
});

test('a refusal shows the points laid and needed', () => {
  const why = { code: 'initial_meld_too_low', message: '', tiles: [], melds: [], have: 12, want: 30 };
  expect(reasonText(why)).toMatch(/30.*12/);
});

test('a refusal of an invalid meld explains why', () => {
  const why = { code: 'invalid_meld', melds: ['k12 k10 r12', 'r3 r4'] };
  expect(reasonText(why, { tiles: STANDARD })).toMatch(
    /black 12.*This is neither a group nor a run\..*at least three/,
  );
  expect(reasonText({ code: 'joker_locked', melds: ['k1 k2 *k3'] }, { tiles: STANDARD })).not.toMatch(/Neither/);
});
