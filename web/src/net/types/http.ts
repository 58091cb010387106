// Written by tools/wire_types.py from src/tilerummy/server/messages; do not edit.

import type { StepView, Why } from './views';

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

/** The guest of a code; ``here`` is the guest that it would replace, with so many ``games``. */
export interface DeviceCodeOwner {
  name: string;
  here: string;
  games: number;
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

/** The token of a program: ``Authorization: Bearer <token>``. It is sent only once. */
export interface Token {
  token: string;
  name: string;
}

/** Whether the guest of a code may replace my guest here, with its name and games. */
export interface UseDeviceCode {
  replace?: boolean;
}

/** A sentence in English, with its code and parameters for other languages. */
export interface CodedText {
  code: string;
  text: string;
  params?: Record<string, number | number[]>;
}

/** An empty object. */
export interface EmptyBody {
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

/** A seat of a table in the lobby. */
export interface CardSeat {
  kind: 'computer' | 'open' | 'person';
  name: string;
  level: string;
  face: string;
  colour: string;
}

/** A seat that a computer player takes from the beginning. */
export interface ComputerSeat {
  seat: number;
  level: string;
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

/** Tables with a free seat, my tables, and tables to watch. */
export interface Lobby {
  open: RoomCard[];
  mine: RoomCard[];
  watch: RoomCard[];
  resume: string | null;
}

/** A table to open; I sit down on its first free seat, and with ``start`` it begins at once. */
export interface NewRoom {
  terms?: Terms;
  seats?: number;
  computers?: ComputerSeat[];
  start?: boolean;
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

/** The table is open; ``invite`` is the code with which others find it. */
export interface RoomOpened {
  room: string;
  invite: string;
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

/** Asks for the review of a record. */
export interface ReviewRecord {
  record: string;
  seat?: number | null;
  depth?: string;
}

/** A closed hand: its description, its points with 0, 1 and 2 jokers, and an example. */
export interface ClosedHandView {
  number: number;
  name: CodedText;
  what: CodedText[];
  points: number[];
  example: string;
}

/** The computer players, the weakest first. */
export interface Levels {
  levels: LevelView[];
}

/** A kind of computer player. */
export interface LevelView {
  name: string;
  about: string;
}

/** All options. */
export interface Options {
  options: OptionView[];
}

/** An option that house rules can change. */
export interface OptionView {
  name: string;
  about: string;
  kind: 'choice' | 'number' | 'truth';
  values: (number | boolean | string)[];
}

/** All presets, in the order of the catalogue. */
export interface Presets {
  presets: PresetView[];
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

/** A part of the rules: its heading, its sentences, and for a turn its actions. */
export interface SectionView {
  heading: CodedText;
  sentences: CodedText[];
  ways: TurnPartView[];
}

/** The legal actions at a point of a turn, and what follows. */
export interface TurnPartView {
  when: CodedText;
  may: CodedText;
  then: CodedText;
}
