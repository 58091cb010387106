// Written by tools/wire_types.py from src/tilerummy/server/messages; do not edit.

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
