/** The game that one click on the home page starts: the last one chosen or played. */

import { store, stored } from '../../../device/stored';

export interface Choice {
  /** The ruleset as text: a preset or house rules. */
  preset: string;
  /** The name of the house rules, if they are not stored in this browser. */
  name?: string;
  level: string;
  opponents: number;
}

const KEY = 'tilerummy.choice';
const DEFAULT: Choice = { preset: 'sabra', level: 'casual', opponents: 2 };

export const loadChoice = (): Choice => ({ ...DEFAULT, ...stored<Partial<Choice>>(KEY, {}) });

/** Store the given fields of the choice and leave the others unchanged. */
export const saveChoice = (some: Partial<Choice>): void => void store(KEY, { ...loadChoice(), ...some });
