// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Entry, GameView, RoomView, SeatView } from '../../src/net/types';
import {
  Speech,
  comment,
  moveOf,
  praiseOf,
  silence,
  tapped,
  type Move,
  type Remark,
  type Scene,
} from '../../src/game/seats/lines';
import { TEMPERS, tempersOf } from '../../src/game/seats/temper';
import SAY from 'virtual:texts/say';
import { LANGUAGES, type Language } from '../../src/text/languages';
import { toasts } from '../../src/device/announce.svelte';
import { settings } from '../../src/device/settings.svelte';
import { shell } from '../../src/device/shell.svelte';
import { coach, stopCoaching } from '../../src/learn/coached';
import { coded, loadTexts, setLanguage } from '../../src/text/messages.svelte';

const SEATS = [
  { kind: 'person', name: 'Noa' },
  { kind: 'computer', level: 'club', name: 'Tom' },
  { kind: 'computer', level: 'strong', name: 'Ana' },
] as unknown as SeatView[];
const hand = (tiles: number, opened = true) => ({ tiles, opened }) as GameView['hands'][number];
const SCENE: Scene = {
  seats: SEATS,
  options: { 'joker.melds': 'open', 'initial_meld.points': 30 },
  hands: [hand(9), hand(9), hand(9)],
  me: 0,
  unopened: [],
  draws: 0,
};
const acted = (seat: number, ...events: object[]): Entry[] =>
  [{ seq: 1, what: 'acted', seat, events }] as unknown as Entry[];
const played = (lift: string, lay: string, placed: string, seat = 1): object => ({
  type: 'Played',
  seat,
  lift,
  lay,
  placed,
  free: '',
});
const DREW = { type: 'Drew', seat: 1, source: 'pool', tiles: '?' };
const remarks = (entries: Entry[], scene: Partial<Scene> = {}): readonly Remark[] | undefined =>
  moveOf(entries, { ...SCENE, ...scene })?.remarks;

beforeAll(async () => {
  await setLanguage('en');
  await loadTexts(SAY);
});

test.each<[string, object, Remark]>([
  ['a new run', played('', 'r5 r6 r7', 'r5 r6 r7'), { topic: 'laid', params: { meld: 'red 5-6-7' } }],
  ['a new group', played('', 'k9 r9 *9', 'k9 r9 *'), { topic: 'laid', params: { meld: '9-9-9' } }],
  [
    'a tile in a group',
    played('k9 r9 b9', 'k9 r9 b9 o9', 'o9'),
    { topic: 'group', params: { tile: 'orange 9', number: '9' } },
  ],
  [
    'a tile in a run',
    played('r5 r6 r7', 'r5 r6 r7 r8', 'r8'),
    { topic: 'added', params: { tile: 'red 8', number: '8' } },
  ],
  [
    'a freed joker',
    played('r5 *r6 r7', 'r5 r6 r7 / k2 k3 *k4', 'r6 k2 k3'),
    { topic: 'freed', params: { tile: 'red 6' } },
  ],
  [
    'a joker freed from a group',
    played('k9 r9 *', 'k9 r9 b9 / k2 k3 *k4', 'b9 k2 k3'),
    { topic: 'freed', params: { tile: 'blue 9' } },
  ],
  ['a joker', played('', 'k2 k3 *k4', 'k2 k3 *'), { topic: 'joker', params: { tile: 'black 4' } }],
  [
    'moved tiles',
    played('r4 r5 r6 r7 / k7 b7', 'r4 r5 r6 / k7 b7 r7', 'b7'),
    { topic: 'moved', params: { n: 1, tile: 'blue 7' } },
  ],
  ['many tiles', played('', 'r5 r6 r7 / k1 k2 k3', 'r5 r6 r7 k1 k2 k3'), { topic: 'many', params: { n: 6 } }],
])('a line can be about %s', (_, event, remark) => {
  expect(remarks(acted(1, event))).toContainEqual(remark);
});

test('a joker that stays in its meld has not been freed', () => {
  const topics = remarks(acted(1, played('r5 *r6 r7', 'r5 *r6 r7 r8', 'r8')))!.map(({ topic }) => topic);
  expect(topics).toEqual(['added']);
});

test('the points of an opening are named only if they are known', () => {
  const first = played('', 'r9 r10 r11', 'r9 r10 r11');
  const open = { topic: 'open', params: { n: 30 } };
  expect(remarks(acted(1, first), { unopened: [1] })).toContainEqual(open);
  expect(remarks(acted(1, first))).not.toContainEqual(open);
  expect(remarks(acted(1, first, first), { unopened: [1] })).not.toContainEqual(open);
});

test('a line can be about few tiles on the own rack or the viewer’s', () => {
  const hands = [hand(3), hand(1), hand(2)];
  const both = [
    { topic: 'mine', params: { n: 1 } },
    { topic: 'you', params: { n: 3 } },
  ];
  expect(remarks(acted(1, DREW), { hands })).toEqual([...both, { topic: 'drew' }]);
  expect(remarks(acted(1, DREW), { hands, me: null })).toEqual([both[0], { topic: 'drew' }]);
});

test('the reason for a draw is named only by players who lay whatever they see', () => {
  const hands = [hand(9), hand(9, false), hand(9, false)];
  expect(remarks(acted(1, DREW))).toEqual([{ topic: 'drew' }]);
  expect(remarks(acted(1, DREW), { hands })).toEqual([{ topic: 'short', params: { n: 30 } }]);
  expect(remarks(acted(2, DREW), { hands })).toEqual([{ topic: 'wait' }]);
});

test('going out has a line in all games, other moves only in games without discards', () => {
  const options = { 'run.one_high': true };
  const out = acted(1, played('', 'r5 r6 r7', 'r5 r6 r7'), { type: 'Ended', winner: 1 });
  expect(remarks(out, { options })).toEqual([{ topic: 'out' }]);
  expect(remarks(acted(1, DREW), { options })).toBeUndefined();
  expect(remarks(acted(0, played('', 'r5 r6 r7', 'r5 r6 r7')))).toBeUndefined();
});

test('the next computer player praises the viewer for a win and for many tiles', () => {
  const five = acted(0, played('', 'r5 r6 r7', 'r5 r6 r7', 0), played('k1 k2 k3', 'k1 k2 k3 k4 k5', 'k4 k5', 0));
  expect(praiseOf(five, SCENE)).toEqual({ seat: 1, remarks: [{ topic: 'bravo', params: { n: 5 } }] });
  expect(praiseOf(acted(0, played('', 'r5 r6 r7', 'r5 r6 r7', 0)), SCENE)).toBeNull();
  expect(praiseOf(five, { ...SCENE, me: null })).toBeNull();
  const ended = (winner: number): Entry[] =>
    acted(0, played('', 'r5 r6 r7', 'r5 r6 r7', 0), { type: 'Ended', winner });
  expect(praiseOf(ended(0), SCENE)).toEqual({ seat: 1, remarks: [{ topic: 'won' }] });
  expect(praiseOf(ended(2), SCENE)).toBeNull();
});

test('the next computer player welcomes the viewer who opens, and comforts them after four draws in a row', () => {
  const open = acted(0, played('', 'r10 r11 r12', 'r10 r11 r12', 0));
  const of = (entries: Entry[], scene: Partial<Scene>) => praiseOf(entries, { ...SCENE, ...scene });
  expect(of(open, { unopened: [0] })).toEqual({ seat: 1, remarks: [{ topic: 'welcome' }] });
  expect(of(open, { unopened: [1] })).toBeNull();
  const drew = acted(0, { ...DREW, seat: 0 });
  expect(of(drew, { draws: 3 })).toBeNull();
  expect(of(drew, { draws: 4 })).toEqual({ seat: 1, remarks: [{ topic: 'stuck', params: { n: 4 } }] });
  expect(of(drew, { draws: 4, options: { 'run.one_high': true } })).toBeNull();
});

test('what is rare in a turn comes first, and ordinary plays count only alone', () => {
  const laid = played('', 'r5 r6 r7', 'r5 r6 r7');
  const freed = played('k2 *k3 k4', 'k2 k3 k4 / o7 o8 *o9', 'k3 o7 o8');
  const topics = (...plays: object[]) => remarks(acted(1, ...plays))!.map(({ topic }) => topic);
  expect(topics(laid)).toEqual(['laid', 'many']);
  expect(topics(laid, freed).slice(0, 2)).toEqual(['many', 'freed']);
  expect(topics(laid, freed)).not.toContain('laid');
  const hands = [hand(2), hand(2), hand(9)];
  expect(remarks(acted(1, laid, freed), { hands })![0]).toEqual({ topic: 'many', params: { n: 6 } });
});

test('going out with many tiles has a line of its own', () => {
  const out = acted(1, played('', 'r5 r6 r7 / k1 k2 k3', 'r5 r6 r7 k1 k2 k3'), { type: 'Ended', winner: 1 });
  expect(remarks(out)).toEqual([{ topic: 'swept', params: { n: 6 } }, { topic: 'out' }]);
});

test('players at a table have different temperaments and keep them', () => {
  const players = (...names: string[]) => names.map((name) => ({ kind: 'computer', name }) as SeatView);
  for (const names of [
    ['Tom', 'Ana', 'Lea', 'Max'],
    ['Tom', 'Nina', 'Sara', 'Ana'],
    ['Lea', 'Max', 'Mona'],
  ]) {
    const found = [...tempersOf(players(...names)).values()];
    expect(new Set(found).size).toBe(names.length);
  }
  expect(tempersOf(players('Ana', 'Tom')).get(1)).toBe(tempersOf(players('Tom', 'Ana')).get(0));
  expect([...tempersOf(SEATS).keys()]).toEqual([1, 2]);
});

const LAID: readonly Remark[] = [
  { topic: 'moved', params: { n: 2, tile: 'red 5' } },
  { topic: 'added', params: { tile: 'red 5', number: '5' } },
  { topic: 'many', params: { n: 3 } },
];

test.each([1, 2, 3, 4])('with %i computer players, there is a line about one in four or five moves', (players) => {
  const speech = new Speech();
  const said = Array.from({ length: 24 }, (_, turn) =>
    speech.about({ seat: turn % players, remarks: LAID }, TEMPERS[turn % players]!, turn),
  );
  const lines = said.filter(Boolean);
  expect(lines.length).toBeGreaterThanOrEqual(4);
  expect(lines.length).toBeLessThanOrEqual(8);
  expect(said.every((line, i) => !line || !said[i + 1])).toBe(true);
  expect(new Set(lines).size).toBe(lines.length);
  const speakers = said.flatMap((line, i) => (line ? [i % players] : []));
  expect(new Set(speakers).size).toBe(players);
});

test('a player who only draws says little, and going out has a line unless the last move had one', () => {
  const speech = new Speech();
  const drew: Move = { seat: 1, remarks: [{ topic: 'drew' }] };
  const out: Move = { seat: 1, remarks: [{ topic: 'out' }] };
  const said = Array.from({ length: 40 }, (_, turn) => speech.about(drew, 'careful', turn)).filter(Boolean);
  expect(said).toHaveLength(1);
  expect(speech.about(out, 'careful', 41)).not.toBe('');
  expect(speech.about(out, 'careful', 42)).toBe('');
});

test('no line comes twice in a game before all others about its topic, even after a reload', () => {
  const out = (speech: Speech, turn: number): string =>
    speech.about({ seat: 1, remarks: [] }, 'dry', turn) +
    speech.about({ seat: 1, remarks: [{ topic: 'out' }] }, 'dry', turn);
  const all = coded('say.dry.out', '').split(' | ').length;
  expect(all).toBeGreaterThan(1);
  const said = Array.from({ length: all }, () => {
    const speech = new Speech('lines-test'); // as after a reload
    const line = out(speech, 0);
    speech.renew();
    return line;
  });
  expect(new Set(said).size).toBe(all);
  expect(said).toContain(out(new Speech('lines-test'), 0));
});

test('no player speaks in two turns in a row, except at the end of the round', () => {
  const speech = new Speech();
  speech.about({ seat: 1, remarks: [] }, 'careful', 1);
  expect(speech.about({ seat: 1, remarks: [{ topic: 'stuck', params: { n: 4 } }] }, 'careful', 2)).not.toBe('');
  speech.about({ seat: 1, remarks: [] }, 'careful', 3);
  expect(speech.about({ seat: 1, remarks: [{ topic: 'welcome' }] }, 'careful', 4)).toBe('');
  speech.about({ seat: 1, remarks: [] }, 'careful', 5);
  expect(speech.about({ seat: 1, remarks: [{ topic: 'welcome' }] }, 'careful', 6)).not.toBe('');
  speech.about({ seat: 1, remarks: [] }, 'careful', 7);
  expect(speech.about({ seat: 1, remarks: [{ topic: 'out' }] }, 'careful', 8)).not.toBe('');
});

test('the last line about a topic is not the first in the next game', () => {
  const drew: Move = { seat: 1, remarks: [{ topic: 'drew' }] };
  const said = [0, 1, 2, 3].map((game) => {
    const speech = new Speech('games-test');
    for (let i = 0; i < 3; i++) speech.about({ seat: 1, remarks: [] }, 'careful', 0);
    const line = speech.about(drew, 'careful', game % 2 ? 0 : 1);
    speech.renew();
    return line;
  });
  expect(said.every((line, i) => line && line !== said[i + 1])).toBe(true);
});

test('if an opening needs no points, none are mentioned', () => {
  const free = { unopened: [0, 1], options: { 'joker.melds': 'open', 'initial_meld.points': 0 } } as const;
  const opens = (seat: number) => acted(seat, played('', 'r5 r6 r7', 'r5 r6 r7', seat));
  expect(remarks(opens(1), free)?.map(({ topic }) => topic)).not.toContain('open');
  expect(remarks(opens(1), { unopened: [1] })?.map(({ topic }) => topic)).toContain('open');
  expect(praiseOf(opens(0), { ...SCENE, ...free })).toBeNull();
});

test('a line that begins with a tile begins with a capital letter', () => {
  const remark: Remark = { topic: 'laid', params: { meld: 'red 5-6-7' } };
  expect(new Speech().about({ seat: 1, remarks: [remark] }, 'dry', 0)).toBe('');
  const speech = new Speech();
  speech.about({ seat: 2, remarks: [] }, 'dry', 0);
  expect(speech.about({ seat: 1, remarks: [remark] }, 'dry', 0)).toBe('Red 5-6-7. No comment.');
});

const TOPICS =
  'hello beaten beat out swept won bravo welcome stuck open freed joker moved group added laid many you mine drew short wait'.split(
    ' ',
  );

test.each(Object.keys(LANGUAGES) as Language[])(
  'all lines in %s are different and fit into a bubble',
  async (language) => {
    await setLanguage(language);
    await loadTexts(SAY);
    const colours = [...'krbo'].map((each) => coded(`colour.${each}`, ''));
    const colour = colours.toSorted((a, b) => b.length - a.length)[0]!;
    const named = (number: string) => coded('tile.numbered', '', { colour, number });
    const all = TEMPERS.flatMap((temper) =>
      TOPICS.flatMap((topic) => {
        const n = ['you', 'mine'].includes(topic) ? 3 : 12;
        const params = { n, number: '13', tile: named('13'), meld: named('11-12-13') };
        const lines = coded(`say.${temper}.${topic}`, '', params).split(' | ');
        expect(lines.length, `${temper}.${topic}`).toBeGreaterThanOrEqual(2);
        return lines;
      }),
    );
    expect(all.filter((line, i) => all.indexOf(line) !== i)).toEqual([]);
    expect(all.filter((line) => line.length > 48 || /[{}|]/.test(line))).toEqual([]);
    await setLanguage('en');
  },
);

const room = (more: object = {}) => ({
  id: 'a',
  version: 1,
  view: { seats: SEATS, terms: { options: SCENE.options } } as unknown as RoomView,
  game: { turn: 9, hands: SCENE.hands } as unknown as GameView,
  me: 0,
  myTurn: true,
  reactions: [],
  show: vi.fn(),
  nameOf: () => 'Tom',
  ...more,
});
const TALK = acted(1, played('r5 *r6 r7', 'r5 r6 r7 / k2 k3 *k4', 'r6 k2 k3'));

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
    stopCoaching();
    shell.teaching = false;
  };
});

test('in the taught game, a line waits until the teacher’s bubble is closed', async () => {
  const here = room();
  coach('a');
  shell.teaching = true;
  const done = comment(here, TALK);
  await vi.advanceTimersByTimeAsync(5000);
  expect(here.show).not.toHaveBeenCalled();
  shell.teaching = false;
  await vi.advanceTimersByTimeAsync(500);
  await done;
  expect(here.show).toHaveBeenCalledOnce();
});

test('a line is dropped if the game goes on while the bubble is open', async () => {
  const here = room();
  coach('a');
  shell.teaching = true;
  const done = comment(here, TALK);
  await vi.advanceTimersByTimeAsync(5000);
  here.version = 2;
  await vi.advanceTimersByTimeAsync(500);
  await done;
  expect(here.show).not.toHaveBeenCalled();
});

test('a line that waited too long is not shown', async () => {
  const here = room();
  coach('a');
  const done = comment(here, TALK);
  here.version = 2;
  await vi.advanceTimersByTimeAsync(5000);
  await done;
  expect(here.show).not.toHaveBeenCalled();
});

const NEW = { turn: 2, hands: [hand(14, false), hand(14, false), hand(14, false)] } as unknown as GameView;
const begun = (more: object = {}): RoomView =>
  ({ seats: SEATS, terms: { options: SCENE.options }, round: 0, leaders: [], ...more }) as unknown as RoomView;

/** Return the first line of a computer player in a new game. */
async function firstLine(seat = 1): Promise<string | undefined> {
  const here = room({ view: begun(), game: NEW });
  await comment(here, acted(seat, { ...DREW, seat }));
  return here.show.mock.lastCall?.[0].text as string | undefined;
}

test('a computer player greets a newcomer once, and afterwards remembers who won their last game', async () => {
  localStorage.removeItem('tilerummy.met');
  const said = (topic: string) => coded(`say.dry.${topic}`, '').split(' | ');
  expect(said('hello')).toContain(await firstLine());
  expect(await firstLine()).toBeUndefined();
  const game = { ...NEW, turn: 30, result: {} } as unknown as GameView;
  const end = (winner: number) =>
    comment(room({ view: begun({ phase: 'over', leaders: [winner] }), game }), acted(winner, DREW));
  await end(0);
  expect(said('beaten')).toContain(await firstLine());
  await end(1);
  expect(said('beat')).toContain(await firstLine());
  // another player's win changes nothing
  await end(2);
  expect(said('beat')).toContain(await firstLine());
});

test('nobody greets in the middle of a game, or is greeted after the first move of a computer player', async () => {
  localStorage.removeItem('tilerummy.met');
  const late = room({ view: begun(), game: { ...NEW, turn: 9 } });
  await comment(late, acted(1, DREW));
  expect(late.show).not.toHaveBeenCalled();
  const here = room({ view: begun(), game: NEW });
  await comment(here, acted(0, { ...DREW, seat: 0 }));
  expect(here.show).not.toHaveBeenCalled();
  await comment(here, acted(1, DREW));
  await comment(here, acted(2, { ...DREW, seat: 2 }));
  expect(here.show).toHaveBeenCalledOnce();
});

test('a tap on a line closes only that line, and a tap on its cross silences all', () => {
  const reactions = [1, 2].map((seat) => ({ id: seat, seat, reaction: '', quiet: true }));
  const here = { ...room(), reactions };
  document.body.innerHTML = '<q><button><i class="icon"></i></button></q>';
  const target = document.querySelector('button')!;
  const tap = (clientX: number) => tapped(here, 1, { target, clientX, clientY: 0 } as unknown as MouseEvent);
  tap(80);
  expect(here.reactions).toEqual([reactions[1]]);
  expect(settings.talk).toBe(true);
  tap(5);
  expect(settings.talk).toBe(false);
  settings.talk = true;
});

test('a tap silences the computer players, and says where they can be heard again', async () => {
  await loadTexts(SAY);
  silence({ ...room(), reactions: [{ id: 1, seat: 1, reaction: '', quiet: true }] });
  expect(settings.talk).toBe(false);
  expect(toasts.list.at(-1)?.text).toMatch(/settings/);
  settings.talk = true;
});
