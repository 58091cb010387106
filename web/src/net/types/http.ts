// Written by tools/wire_types.py from src/tilerummy/server/messages; do not edit.

import type { Event } from './events';
import type { DeclaredView, ResultView, StepView, Why } from './views';

/** An empty object. */
export interface EmptyBody {
}

/** A sentence in English, with its code and parameters for other languages. */
export interface CodedText {
  code: string;
  text: string;
  params?: Record<string, number | number[]>;
}

/** Why a request failed: a code for programs, a sentence for their authors. */
export interface ErrorDetail {
  code: string;
  message: string;
  why?: CodedText | null;
}

/** The answer to a request that failed. */
export interface ErrorResponse {
  error: ErrorDetail;
}

/** The server is alive, or ready for games; if not, there is no answer, or a refusal. */
export interface Health {
  status: 'ok';
}

/** The display name that I choose: 1 to 20 visible characters; and my face and its colour. */
export interface NewName {
  name: string;
  face?: 'bear' | 'cat' | 'fox' | 'frog' | 'hedgehog' | 'koala' | 'lion' | 'octopus' | 'owl' | 'panda' | 'penguin' | 'rabbit' | null;
  colour?: 'amber' | 'blue' | 'leaf' | 'lilac' | 'mint' | 'rose' | 'sand' | 'sky' | 'sun' | null;
}

/** The name of the program; without one the server chooses it. */
export interface NewToken {
  name?: string;
}

/** Whether the guest of a code may replace my guest here, with its name and games. */
export interface UseDeviceCode {
  replace?: boolean;
}

/** The guest of this client; ``id8`` distinguishes guests of the same name. */
export interface Me {
  name: string;
  face: string;
  colour: string;
  id8: string;
  program: boolean;
  chosen: boolean;
  keep_days: number;
}

/** The token of a program: ``Authorization: Bearer <token>``. It is sent only once. */
export interface Token {
  token: string;
  name: string;
}

/** The guest of a code; ``here`` is the guest that it would replace, with so many ``games``. */
export interface DeviceCodeOwner {
  name: string;
  here: string;
  games: number;
}

/** The account is deleted: how many games were deleted, and from how many I was removed. */
export interface AccountDeleted {
  deleted: number;
  anonymised: number;
}

/** A code to log in on another device: once, and within this number of seconds. */
export interface DeviceCode {
  code: string;
  url: string;
  qr_svg: string;
  seconds: number;
}

/** A seat that a computer player takes from the beginning. */
export interface ComputerSeat {
  seat: number;
  level: string;
}

/** The terms for opening a table; every field has a default. */
export interface Terms {
  ruleset?: string;
  title?: string;
  rounds?: number | null;
  target?: number | null;
  turn_ms?: number | null;
  reserve_ms?: number;
  by_days?: boolean;
  private?: boolean;
  hints?: boolean;
  previews?: boolean;
  chat?: boolean;
  spectators?: boolean;
}

/** A table to open; I sit down on its first free seat, and with ``start`` it begins at once. */
export interface NewRoom {
  terms?: Terms;
  seats?: number;
  computers?: ComputerSeat[];
  start?: boolean;
}

/** A seat of a table in the lobby. */
export interface CardSeat {
  kind: 'computer' | 'open' | 'person';
  name: string;
  level: string;
  face: string;
  colour: string;
}

/** A table in the lobby; ``seat`` is mine, and lists are by seat. */
export interface RoomCard {
  room: string;
  title: string;
  ruleset: string;
  phase: string;
  seats: CardSeat[];
  private: boolean;
  turn_ms: number | null;
  by_days: boolean;
  round: number;
  rounds: number | null;
  seat: number | null;
  to_move: number | null;
  your_turn: boolean;
  watching: number;
  target: number | null;
  totals: number[];
  leaders: number[];
  ending: string | null;
  tiles: number[];
  left_ms: number | null;
  ago_ms: number;
  wins: number[];
  gave_up: number | null;
}

/** Tables with a free seat, my tables, and tables to watch. */
export interface Lobby {
  open: RoomCard[];
  mine: RoomCard[];
  watch: RoomCard[];
  resume: string | null;
}

/** The table is open; ``invite`` is the code with which others find it. */
export interface RoomOpened {
  room: string;
  invite: string;
}

/** The invitation to a table: a code, its link, and a picture of the link. */
export interface Invite {
  code: string;
  url: string;
  qr_svg: string;
}

/** The table of the invitation; I may sit down there now, if I am not ``seated`` there. */
export interface Invited {
  room: string;
  seated: boolean;
}

/** A seat of a finished game, with the points that it came to. */
export interface GameSeat {
  kind: string;
  points: number;
  name?: string;
  level?: string;
  face?: string;
  colour?: string;
}

/** A finished game of mine; times are in milliseconds since 1970, ``seat`` is mine. */
export interface GameCard {
  game: string;
  ruleset: string;
  seats: GameSeat[];
  seat: number;
  result: 'broken_off' | 'gave_up' | 'lost' | 'shared' | 'won';
  points: number;
  rounds: number;
  turns: number;
  began: number;
  ended: number;
  title?: string;
  ending?: string;
}

/** A page of the games that were asked for, the latest first. */
export interface GamesPage {
  games: GameCard[];
  page: number;
  pages: number;
  found: number;
  all: number;
  missing: number;
  rulesets: string[];
}

/** What some of my games come to; the means are left out where there is nothing to count. */
export interface GameCounts {
  of: string;
  games: number;
  won: number;
  shared: number;
  rounds: number;
  rounds_won: number;
  points?: number | null;
  opened?: number | null;
  left?: number | null;
}

/** A value that a plot shows, for a table beside it. */
export interface PlotRow {
  at: number;
  value: number;
}

/** A plot as SVG without words, and what it shows. */
export interface Plot {
  name: 'error' | 'left' | 'luck' | 'opened' | 'points';
  svg: string;
  rows: PlotRow[];
}

/** Statistics of my games: all, by rules, by number of players; ``missing`` as in the list. */
export interface GameStatistics {
  all: GameCounts;
  by_ruleset: GameCounts[];
  by_players: GameCounts[];
  plots: Plot[];
  missing: number;
}

/** A record to open: as text or as JSON lines, see docs/records.md. */
export interface OpenRecord {
  record: string;
}

/** A seat of a game and its player, as they were at its end; ``resigned``: who gave up. */
export interface ReplaySeat {
  kind: 'computer' | 'open' | 'person';
  name: string;
  level: string;
  face: string;
  colour: string;
  resigned: boolean;
}

/** A round between two turns, with the racks of all seats; what is not known is ``?``. */
export interface ReplayPosition {
  table: string[];
  racks: string[][];
  pool: number;
  opened: boolean[];
  discards?: string[][];
  trump?: string | null;
  free?: string[];
  declared?: DeclaredView | null;
}

/** One turn: its events in the form of records, and the position after it. */
export interface ReplayTurn {
  seat: number;
  events: Event[];
  after: ReplayPosition;
  steps?: StepView[];
  comments?: string[];
}

/** One round: its beginning, its turns, and its result; none where the record breaks off. */
export interface ReplayRound {
  starter: number;
  start: ReplayPosition;
  turns: ReplayTurn[];
  deal?: Event[];
  result?: ResultView | null;
  comments?: string[];
}

/** A game from its first deal to its end; a record that was opened has no ``id``. */
export interface Replay {
  v: 1;
  id?: string;
  ruleset: string;
  options?: Record<string, number | boolean | string>;
  title?: string;
  seats: ReplaySeat[];
  rounds: ReplayRound[];
  totals: number[];
  leaders?: number[];
  ending?: string;
  began?: number;
  ended?: number;
  date?: string;
  target?: number | null;
  me?: number | null;
  public?: boolean;
  comments?: string[];
}

/** Why a record cannot be opened: the line, counted from 1, and what was expected there. */
export interface BadRecord {
  line: number;
  message: string;
}

/** Whether everybody may see a game. */
export interface NewSharing {
  public: boolean;
}

/** Whether everybody may see a game, and whether I played in it, so that I may change that. */
export interface Sharing {
  public: boolean;
  mine: boolean;
}

/** A comment on a turn: a mark, a text, or both. Rounds count from 1, turn 0 is the deal. */
export interface NewComment {
  round: number;
  turn: number;
  mark?: '' | '!' | '!!' | '!?' | '?' | '?!' | '??';
  text?: string;
}

/** A comment of the player of a seat; ``at`` is in milliseconds since 1970. */
export interface CommentView {
  id: string;
  seat: number;
  round: number;
  turn: number;
  mark: string;
  text: string;
  at: number;
  mine: boolean;
}

/** The comments on a game, in the order of its turns. */
export interface Comments {
  comments: CommentView[];
}

/** Asks for the review of a record. */
export interface ReviewRecord {
  record: string;
  seat?: number | null;
  depth?: string;
}

/** A play to judge: the table and the rack before it, and the table ``after`` it. */
export interface Judge {
  ruleset?: string;
  players?: number;
  table: string;
  rack: string;
  after?: string | null;
  play?: string | null;
  turn?: boolean;
  opened?: boolean | null;
  opened_this_turn?: boolean;
  placed_this_turn?: boolean | null;
  free?: string;
  free_usable?: boolean;
  must_play_jokers?: boolean;
}

/** A position to find the best play of. */
export interface Solve {
  ruleset?: string;
  players?: number;
  table?: string | null;
  table_tiles?: string | null;
  rack: string;
  opened?: boolean | null;
  opened_this_turn?: boolean;
  free?: string;
  free_usable?: boolean;
  must_play_jokers?: boolean;
  objective?: 'points' | 'tiles';
}

/** The referee's answer: legal and the tiles left, or the first reason and all reasons. */
export interface JudgeAnswer {
  legal: boolean;
  played?: string;
  rack?: string;
  free_used?: string;
  code?: string;
  message?: string;
  reasons?: Why[];
  plays?: string[];
  problems?: Why[];
  read?: Record<string, string>;
}

/** A best play: how many tiles and points, the table after it, and the steps. */
export interface SolveAnswer {
  tiles: number;
  points: number;
  play: string | null;
  rack: string;
  proven: boolean;
  opening?: string;
  steps?: StepView[];
  problems?: Why[];
  read?: Record<string, string>;
}

/** A position to find the plays of the most tiles of, up to ``most``. */
export interface Analyse {
  ruleset?: string;
  players?: number;
  table: string;
  rack: string;
  opened?: boolean;
  opened_this_turn?: boolean;
  most?: number;
  chances?: boolean;
  held?: number[] | number;
  pool?: number | null;
}

/** A measured value with its interval of 95 %. */
export interface Measured {
  mean: number;
  low: number;
  high: number;
}

/** A play, the table and the rack after it; without tiles it is to draw or to pass. */
export interface BestPlay {
  tiles: number;
  play: string;
  rack: string;
  chance?: Measured | null;
  score?: Measured | null;
}

/** The plays found, those of the most tiles first, or the best chances where they were measured. */
export interface AnalyseAnswer {
  plays: BestPlay[];
  proven: boolean;
  worlds: number;
  held: number[];
  pool: number;
}

/** An option that house rules can change. */
export interface OptionView {
  name: string;
  about: string;
  kind: 'choice' | 'number' | 'truth';
  values: (number | boolean | string)[];
}

/** All options. */
export interface Options {
  options: OptionView[];
}

/** A published ruleset, and its options with their values. */
export interface PresetView {
  name: string;
  title: string;
  about: string;
  source: string;
  family: 'draw_meld_discard' | 'play_or_draw';
  players: number[];
  turn_ms: number | null;
  options: Record<string, number | boolean | string>;
  same_levels: Record<string, number[]>;
}

/** All presets, in the order of the catalogue. */
export interface Presets {
  presets: PresetView[];
}

/** A kind of computer player. */
export interface LevelView {
  name: string;
  about: string;
}

/** The computer players, the weakest first. */
export interface Levels {
  levels: LevelView[];
}

/** The legal actions at a point of a turn, and what follows. */
export interface TurnPartView {
  when: CodedText;
  may: CodedText;
  then: CodedText;
}

/** A part of the rules: its heading, its sentences, and for a turn its actions. */
export interface SectionView {
  heading: CodedText;
  sentences: CodedText[];
  ways: TurnPartView[];
}

/** A closed hand: its description, its points with 0, 1 and 2 jokers, and an example. */
export interface ClosedHandView {
  number: number;
  name: CodedText;
  what: CodedText[];
  points: number[];
  example: string;
}

/** A play in notation with the referee's verdict, and the reason if it is illegal. */
export interface RuleExample {
  title: CodedText;
  table: string;
  rack: string;
  play: string;
  free?: string;
  opened?: boolean;
  legal?: boolean;
  reason?: Why | null;
}

/** The rules of a ruleset, written from the referee's own data, and what its options mean. */
export interface RulesOf {
  ruleset: string;
  title: string;
  about: string;
  source: string;
  sections: SectionView[];
  options: Record<string, number | boolean | string>;
  meanings: Record<string, CodedText>;
  examples: RuleExample[];
  hands: ClosedHandView[];
}

/** A part of the set: its lowest and its highest rating, and how many have each theme. */
export interface PuzzlePartInfo {
  r: number[];
  themes: Record<string, number>;
}

/** What the parts of the set hold; see docs/puzzles.md. */
export interface PuzzleIndex {
  v: number;
  count: number;
  size: number;
  daily: number[];
  parts: PuzzlePartInfo[];
}

/** A puzzle, as docs/puzzles.md describes it. */
export interface PuzzleView {
  v: number;
  id: string;
  rules: string;
  goal: string;
  table: string;
  rack: string;
  n: number;
  set: string;
  answer: string;
  f: number[];
  d: number;
  r: number;
  themes: string[];
  discard?: string;
  opened?: boolean;
  offline?: boolean;
}

/** The puzzles of one part. */
export interface PuzzlePart {
  puzzles: PuzzleView[];
}

/** An attempt at a puzzle: the whole table, the tile to name, or neither by whoever gives up. */
export interface PuzzleAttempt {
  cid: string;
  puzzle: string;
  table?: string | null;
  tile?: string | null;
}

/** How good a guest is at puzzles, as Glicko-2 has it. */
export interface PuzzleRating {
  points: number;
  deviation: number;
  provisional: boolean;
  attempts: number;
}

/** Whether an attempt was right, and what it made of the guest's rating. */
export interface AttemptAnswer {
  right: boolean;
  rated: boolean;
  before: number;
  rating: PuzzleRating;
}
