/** The game for one click on the home page: the last one chosen or played. */

import { store, stored } from '../../../device/stored';

export interface Choice {
  /** The ruleset as text: a preset or house rules. */
  preset: string;
  /** The name of house rules that are not stored in this browser. */
  name?: string;
  level: string;
  opponents: number;
}

const KEY = 'tilerummy.choice';
const DEFAULT: Choice = { preset: 'sabra', level: 'casual', opponents: 2 };

export const loadChoice = (): Choice => ({ ...DEFAULT, ...stored<Partial<Choice>>(KEY, {}) });

/** Store a part of the choice; the rest is unchanged. */
export const saveChoice = (some: Partial<Choice>): void => void store(KEY, { ...loadChoice(), ...some });
