/** What the widget is told about its zones, and what it reports to its owner. */

import type { Meld, Tile } from '../rules';

/** Whether a play is built, prepared while others move, or only looked at. */
export type Mode = 'play' | 'ghost' | 'look';

/** What a zone allows: its tiles into melds (`play`), asking for one (`ask`); tiles dropped on it. */
export interface Zone {
  readonly take?: 'play' | 'ask';
  readonly drop?: boolean;
}

export interface Question {
  readonly key: number;
  readonly melds: readonly Meld[];
  readonly answer: (meld: Meld) => void;
}

/** What the widget reports; the owner turns codes into words. */
export interface Hooks {
  readonly change: () => void;
  readonly show: () => void;
  readonly announce: (code: string, params: Readonly<Record<string, unknown>>) => void;
  readonly ask: (question: Question) => void;
  readonly select: () => void;
  readonly zone: (zone: string, act: 'take' | 'drop', tiles: readonly Tile[]) => void;
}
