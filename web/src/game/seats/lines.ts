/** The lines that computer players say about their moves. */

import type { Entry, GameView, Played, RoomView } from '../../net/types';
import SAY from 'virtual:texts/say';
import { bare, shared, split, splitMelds } from '../../rules';
import { announce, toast } from '../../device/announce.svelte';
import { shell } from '../../device/shell.svelte';
import { applySettings, settings } from '../../device/settings.svelte';
import { storedText, storeText } from '../../device/stored';
import { coachedTurns } from '../../learn/coached';
import { coded, currentLanguage, loadTexts, t } from '../../text/messages.svelte';
import { moved } from '../../text/moves';
import { tileWord } from '../../text/tiles';
import { hasDiscards } from '../draft/law';
import { greetingOf, remember, type Greeting } from './met';
import { tempersOf, type Temper } from './temper';

/**
 * The topics of lines: a greeting for a newcomer, or for the winner or a loser of the last game; going out,
 * perhaps with many tiles; the viewer's win, fine play, opening, or draws in a row; a joker freed or laid; few
 * tiles left on the player's or the viewer's rack; the opening; tiles moved for a new one; a tile added to a group
 * or run; a new meld; many tiles; or a draw, because the player finds no play, does not find enough points, or for
 * a reason that stays hidden.
 */
type Topic =
  | Greeting
  | 'out'
  | 'swept'
  | 'won'
  | 'bravo'
  | 'welcome'
  | 'stuck'
  | 'freed'
  | 'mine'
  | 'you'
  | 'joker'
  | 'open'
  | 'moved'
  | 'group'
  | 'added'
  | 'laid'
  | 'many'
  | 'drew'
  | 'short'
  | 'wait';

/** A topic, and the facts that its lines name. */
export interface Remark {
  readonly topic: Topic;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** A computer player's move, with true facts about it, best first. */
export interface Move {
  readonly seat: number;
  readonly remarks: readonly Remark[];
}

/** The table's state that the facts of a move depend on. */
export interface Scene extends Pick<RoomView, 'seats'> {
  readonly options: RoomView['terms']['options'];
  readonly hands: GameView['hands'];
  /** The viewer's seat, or null to address no seat as “you”. */
  readonly me: number | null;
  /** The seats that are known not to have opened before the move. */
  readonly unopened: readonly number[];
  /** The length of the viewer's current streak of draws from the pool. */
  readonly draws: number;
}

/** The largest number of tiles on a rack that a line mentions. */
const FEW = 3;

/** The smallest number of laid tiles that a line mentions. */
const MANY = 3;

/** The minimum number of tiles in a turn that makes the other players praise the viewer, or a winner marvel. */
const FINE = 5;

/** The smallest number of tiles laid or moved in a turn that matters more than anything else in it. */
const GRAND = 6;

/** The minimum number of draws in a row that makes the other players comfort the viewer. */
const STUCK = 4;

/**
 * The levels that lay everything they see. Other levels may hold tiles back, so their lines give no reason for a
 * draw.
 */
const OPEN_LEVELS: readonly string[] = ['beginner', 'casual', 'club'];

/**
 * Return the computer player's move in these entries, or null. In games with discards, the only such move is going
 * out.
 *
 * A line depends only on the level and on what all players see. During a round, the reason for a move is not sent,
 * because it would reveal hidden tiles: a player who draws may hold tiles back. The reasons follow afterwards.
 */
export function moveOf(entries: readonly Entry[], scene: Scene): Move | null {
  const entry = entries.findLast(
    ({ what, seat }) => what === 'acted' && seat !== undefined && scene.seats[seat!]?.kind === 'computer',
  );
  const events = entry?.events ?? [];
  const seat = entry?.seat ?? 0;
  const ended = events.find(({ type }) => type === 'Ended');
  const played = events.filter((event) => event.type === 'Played');
  const n = placedIn(played);
  if (ended && 'winner' in ended && ended.winner === seat) {
    const swept: Remark[] = n < FINE ? [] : [{ topic: 'swept', params: { n } }];
    return { seat, remarks: [...swept, { topic: 'out' }] };
  }
  if (!events.length || ended || hasDiscards(scene.options)) return null;
  if (played.length) {
    // the points of an opening in several plays are not known here
    const unopened = played.length > 1 ? [] : scene.unopened;
    const found = played.flatMap((each) => ofPlay(each, { ...scene, unopened }));
    // a new meld or an added tile gets no line if the turn has other plays
    const notable = found.filter(({ topic }) => played.length === 1 || !PLAIN.includes(topic));
    if (n >= MANY) notable.push({ topic: 'many', params: { n } });
    const rest = notable.filter((each) => !isGrand(each)).toSorted((a, b) => rank(a) - rank(b));
    return { seat, remarks: [...notable.filter(isGrand).reverse(), ...ofRacks(seat, scene), ...rest] };
  }
  if (events.some(({ type }) => type === 'Drew'))
    return { seat, remarks: [...ofRacks(seat, scene), ofDraw(seat, scene)] };
  return null;
}

/** The topics of ordinary plays. */
const PLAIN: readonly Topic[] = ['group', 'added', 'laid'];
const RANKS: readonly Topic[] = ['freed', 'joker', 'open', 'moved', ...PLAIN, 'many'];
const rank = ({ topic }: Remark): number => RANKS.indexOf(topic);
const isGrand = ({ topic, params }: Remark): boolean =>
  (topic === 'many' || topic === 'moved') && Number(params?.n) >= GRAND;

/** Return the number of tiles placed in these plays. */
const placedIn = (plays: readonly Played[]): number =>
  plays.reduce((sum, { placed }) => sum + split(placed).length, 0);

/**
 * Return a computer player's words about the viewer's move in these entries, or null if it was neither the last one of a
 * round that the viewer wins, nor a play of many tiles, nor their opening, nor one of many draws in a row. The next
 * computer player speaks.
 */
export function praiseOf(entries: readonly Entry[], scene: Scene): Move | null {
  const { seats, me, hands, unopened, draws, options } = scene;
  const entry = entries.findLast(({ what }) => what === 'acted');
  if (me === null || entry?.seat !== me) return null;
  const order = seats.map((_, i) => (me + 1 + i) % seats.length);
  const seat = order.find((each) => seats[each]!.kind === 'computer');
  if (seat === undefined) return null;
  const events = entry.events ?? [];
  const ended = events.find(({ type }) => type === 'Ended');
  if (ended) return 'winner' in ended && ended.winner === me ? { seat, remarks: [{ topic: 'won' }] } : null;
  const n = placedIn(events.filter((event) => event.type === 'Played'));
  if (n >= FINE) return { seat, remarks: [{ topic: 'bravo', params: { n } }] };
  if (hasDiscards(options)) return null;
  if (opensAt(options) && unopened.includes(me) && hands[me]?.opened)
    return { seat, remarks: [{ topic: 'welcome' }] };
  return draws < STUCK ? null : { seat, remarks: [{ topic: 'stuck', params: { n: draws } }] };
}

/** Return the points that an opening needs. */
const opensAt = (options: Scene['options']): number => Number(options['initial_meld.points'] ?? 0);

/** Return the remarks about racks with few tiles. */
function ofRacks(seat: number, { hands, me }: Scene): Remark[] {
  const few = (topic: 'mine' | 'you', of: number | null): Remark[] => {
    const n = of === null ? 0 : (hands[of]?.tiles ?? 0);
    return n > 0 && n <= FEW ? [{ topic, params: { n } }] : [];
  };
  return [...few('mine', seat), ...few('you', me)];
}

function ofDraw(seat: number, { hands, seats, options }: Scene): Remark {
  if (!OPEN_LEVELS.includes(seats[seat]!.level ?? '')) return { topic: 'wait' };
  const n = opensAt(options);
  return hands[seat]?.opened || !n ? { topic: 'drew' } : { topic: 'short', params: { n } };
}

const number = (tile: string): string => tile.replace(/^\**[a-z]?/, '');
const inGroup = (meld: readonly string[]): boolean => {
  const [first, ...others] = meld.map(number).filter(Boolean);
  return others.every((each) => each === first);
};

/** Return the remarks about tiles that were laid. */
function ofPlay(play: Played, { unopened, options }: Scene): Remark[] {
  const placed = [...split(play.placed), ...split(play.free)].map(bare);
  const [lift, lay] = [splitMelds(play.lift), splitMelds(play.lay)];
  const tile = placed.find((each) => each !== '*');
  const word = tile ? tileWord(tile) : '';
  const found: Remark[] = [];

  const freed = placed.find((each) => each !== '*' && freesJoker(each, lift, lay));
  if (freed) found.push({ topic: 'freed', params: { tile: tileWord(freed) } });
  const faces = (table: string[][]): string[] => table.flat().filter((each) => /^\*[a-z]/.test(each));
  const before = faces(lift);
  const joker = placed.includes('*') && faces(lay).find((face) => !before.includes(face));
  if (joker) found.push({ topic: 'joker', params: { tile: tileWord(joker.slice(1)) } });
  if (opensAt(options) && unopened.includes(play.seat) && !lift.length && !placed.includes('*')) {
    const n = lay.flat().reduce((sum, each) => sum + Number(number(each)), 0);
    found.push({ topic: 'open', params: { n } });
  }
  const n = moved(play);
  if (n && tile) found.push({ topic: 'moved', params: { n, tile: word } });
  const [meld] = lay;
  if (meld && lay.length === 1 && placed.length) {
    if (!lift.length) found.push({ topic: 'laid', params: { meld: meldWord(meld) } });
    else if (lift.length === 1 && tile && placed.length === 1 && shared(lift[0]!, meld) === lift[0]!.length) {
      const group = inGroup(meld);
      found.push({ topic: group ? 'group' : 'added', params: { tile: word, number: number(tile) } });
    }
  }
  return found;
}

/** Return whether a tile from the rack has replaced a joker. */
function freesJoker(tile: string, lift: readonly string[][], lay: readonly string[][]): boolean {
  const jokers = (meld: readonly string[]): number => meld.filter((each) => each.startsWith('*')).length;
  return lift.some((was) => {
    const plain = was.filter((each) => !each.startsWith('*'));
    const stood = inGroup(was) ? number(plain[0]!) === number(tile) : was.includes(`*${tile}`);
    return (
      stood &&
      jokers(was) > 0 &&
      lay.some((now) => shared([...plain, tile], now) === plain.length + 1 && jokers(now) < jokers(was))
    );
  });
}

/** Describe a meld in a few words, such as `red 5-6-7`, `red 5-9` or `9-9-9`. */
function meldWord(meld: readonly string[]): string {
  const numbers = meld.map(number);
  if (inGroup(meld)) return meld.map(() => numbers.find(Boolean)).join('-');
  const shown = numbers.length > FEW ? [numbers[0]!, numbers.at(-1)!] : numbers;
  const colour = meld.find((each) => !each.startsWith('*'))?.[0] ?? '';
  return t('tile.numbered', { colour: coded(`colour.${colour}`, ''), number: shown.join('-') });
}

/** The number of silent moves before a line about a topic. Lines about these topics come after PACE silent moves. */
const SOONER: Partial<Record<Topic, number>> = {
  freed: 2,
  mine: 2,
  you: 2,
  joker: 2,
  open: 2,
  moved: 2,
  stuck: 2,
};
const PACE = 3;
/** Lines about these topics, and about grand plays, come unless the last move had one. */
const PROMPT: readonly Topic[] = ['hello', 'beaten', 'beat', 'out', 'swept', 'won', 'bravo', 'welcome'];
const LAST: readonly (Topic | null)[] = ['out', 'swept', 'won'];
const LATER: Partial<Record<Topic, number>> = { drew: 5, short: 5, wait: 5 };

/**
 * Chooses the moves that get a line, and the lines. There is a line about one in four or five moves. Lines are
 * never used twice in a round, nor in another round or game before all others about their topic. Until a round ends,
 * two moves in a row never have one, nor do two turns in a row of the same player. Players who have spoken more often
 * wait longer.
 */
export class Speech {
  private silent = 2;
  /** The number of lines of each player. */
  private readonly spoken = new Map<number, number>();
  private topic: Topic | null = null;
  /** The player who spoke last. */
  private speaker: number | null = null;
  /** The lines that were used, of each temper and topic, and the number of those that exist. */
  private readonly used: Record<string, { lines: number[]; all: number }>;

  /** Lines are remembered under *key* while the browser's tab is open, so that a reload repeats none. */
  constructor(private readonly key = '') {
    this.used = (key && (JSON.parse(storedText(key, 'session') ?? 'null') as typeof this.used | null)) || {};
  }

  /** Return the line about a move, or an empty string to stay silent. *turn* selects one of the possible lines. */
  about({ seat, remarks }: Move, temper: Temper, turn: number): string {
    const spoken = this.spoken.get(seat) ?? 0;
    this.spoken.set(seat, spoken);
    const ahead = spoken - Math.min(...this.spoken.values());
    for (const remark of remarks) {
      const { topic, params } = remark;
      const prompt = PROMPT.includes(topic) || isGrand(remark);
      const wanted = prompt ? 1 : (SOONER[topic] ?? LATER[topic] ?? PACE) + ahead;
      const again = seat === this.speaker && !LAST.includes(topic);
      if (this.silent < wanted || (again && this.silent <= this.spoken.size)) continue;
      if (topic === this.topic && !LAST.includes(topic)) continue;
      const lines = variants(`say.${temper}.${topic}`, params);
      const order = lines.map((_, i) => (turn + i) % lines.length);
      const used = (this.used[`${temper}.${topic}`] ??= { lines: [], all: lines.length });
      const at = order.find((i) => !used.lines.includes(i));
      if (at === undefined) continue;
      used.lines.push(at);
      this.store();
      [this.silent, this.topic, this.speaker] = [0, topic, seat];
      this.spoken.set(seat, spoken + 1);
      return lines[at]!;
    }
    this.silent++;
    return '';
  }

  /** Record that the last line was not shown. */
  retract(): void {
    this.silent = PACE;
  }

  /** Begin a new round, which can use the lines about a topic again, but for the last one, if all have been used. */
  renew(): void {
    for (const used of Object.values(this.used))
      if (used.lines.length >= used.all) used.lines = used.lines.slice(-1);
    this.store();
  }

  private store(): void {
    if (this.key) storeText(this.key, JSON.stringify(this.used), 'session');
  }
}

/** Return the lines about a topic. Sentences that begin with a tile begin with a capital letter. */
function variants(key: string, params: Remark['params']): string[] {
  const locale = currentLanguage();
  return coded(key, '', params)
    .split(' | ')
    .map((line) =>
      line.replace(
        /(^|[.!?]\s)([¡¿]?\p{Ll})/gu,
        (_, before: string, first: string) => before + first.toLocaleUpperCase(locale),
      ),
    );
}

/** The parts of a room that lines need. */
interface Room {
  readonly id: string;
  readonly version: number;
  readonly view: RoomView | null;
  readonly game: GameView | null;
  readonly me: number | null;
  readonly myTurn: boolean;
  reactions: { readonly id: number; readonly seat: number; readonly reaction: string; readonly quiet?: boolean }[];
  show(said: { seat: number; reaction: string; text: string; quiet: boolean }): void;
  nameOf(seat: number): string;
}

/** The memory of a room: the lines so far, and what was true after the last move. */
interface Memory {
  readonly speech: Speech;
  unopened: readonly number[];
  draws: number;
  /** True in a new game until a computer player has moved. */
  greets: boolean;
}

const memories = new WeakMap<Room, Memory>();

/** If a computer player has something to say about its move in these entries, show and announce it. */
export async function comment(room: Room, entries: readonly Entry[]): Promise<void> {
  const { view, game, version } = room;
  if (!view || !game) return;
  const { seats, terms } = view;
  const { me } = room;
  const all = seats.map((_, seat) => seat);
  const begins = game.turn <= all.length;
  const memory = memories.get(room) ?? {
    speech: new Speech('tilerummy.lines'),
    unopened: begins ? all : [],
    draws: 0,
    greets: begins && view.round === 0 && me !== null,
  };
  memories.set(room, memory);
  const { unopened, speech } = memory;
  memory.unopened = all.filter((seat) => !game.hands[seat]?.opened);
  memory.draws = drawsOf(entries, me, memory.draws);
  if (me !== null) remember(view, me);
  await loadTexts(SAY);
  if (!settings.talk) return;
  const scene = { seats, options: terms.options, hands: game.hands, me, unopened, draws: memory.draws };
  const found = moveOf(entries, scene) ?? praiseOf(entries, scene);
  const mover = entries.findLast(({ what }) => what === 'acted')?.seat ?? null;
  const greets = memory.greets && mover !== null && seats[mover]?.kind === 'computer';
  memory.greets &&= !greets;
  const greeting = greets && greetingOf(seats[mover]!.name);
  const move: Move | null = greeting
    ? { seat: mover!, remarks: [{ topic: greeting }, ...(found?.remarks ?? [])] }
    : found;
  if (move) {
    const text = speech.about(move, tempersOf(seats).get(move.seat)!, entries.at(-1)!.seq);
    if (text && (await teacherIsSilent(room, version))) {
      room.show({ seat: move.seat, reaction: '', text, quiet: true });
      announce(t('common.label', { label: room.nameOf(move.seat), text }));
    } else if (text) speech.retract();
  }
  if (game.result) {
    speech.renew();
    memory.draws = 0;
  }
}

/** Return the streak of the viewer's draws after these entries, given the streak before. */
function drawsOf(entries: readonly Entry[], me: number | null, before: number): number {
  return entries
    .filter(({ what, seat }) => what === 'acted' && seat === me)
    .reduce((n, { events }) => {
      const drew = events?.some((event) => event.type === 'Drew' && event.source === 'pool');
      return drew && !events!.some(({ type }) => type === 'Played') ? n + 1 : 0;
    }, before);
}

/** How long the teacher takes to begin at most, in milliseconds. */
const BREATH = 4000;

/**
 * In a game with a teacher, wait until their bubble has been closed, because it would cover the line. Returns false if
 * the game is no longer at *version*.
 */
async function teacherIsSilent(room: Room, version: number): Promise<boolean> {
  if (!room.myTurn || coachedTurns(room.id) === null) return true;
  for (let waited = 0; waited < BREATH && !shell.teaching; waited += STEP) await pause();
  while (shell.teaching && room.version === version) await pause();
  return room.version === version && settings.talk;
}

const STEP = 250; // milliseconds
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, STEP));

const FINGER = 22; // pixels

/** Close the line of a seat after a tap on it. A tap on its cross silences all computer players. */
export function tapped(room: Room, of: number, { target, clientX, clientY }: MouseEvent): void {
  const { left, right, top, bottom } = (target as Element)
    .closest('q')!
    .querySelector('.icon')!
    .getBoundingClientRect();
  const distance = Math.hypot(clientX - (left + right) / 2, clientY - (top + bottom) / 2);
  if (distance <= FINGER) silence(room);
  else room.reactions = room.reactions.filter(({ seat, quiet }) => seat !== of || !quiet);
}

/** Silence the computer players from now on, and say where the user can turn their lines on again. */
export function silence(room: Room): void {
  settings.talk = false;
  applySettings();
  room.reactions = room.reactions.filter(({ quiet }) => !quiet);
  toast(t('say.quiet.done'));
}
