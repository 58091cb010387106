/** The game that a single click starts on the home page: the one that the user has chosen or played last. */

import { store, stored } from './stored';

export interface Choice {
  /** The ruleset as text: a preset's name, possibly with house rules. */
  preset: string;
  /** The house rules' name, if they are not stored in this browser. */
  name?: string;
  level: string;
  opponents: number;
}

const KEY = 'tilerummy.choice';
const DEFAULT: Choice = { preset: 'sabra', level: 'casual', opponents: 2 };

export const loadChoice = (): Choice => ({ ...DEFAULT, ...stored<Partial<Choice>>(KEY, {}) });

/** Store the given fields of the choice, leaving its other fields unchanged. */
export const saveChoice = (some: Partial<Choice>): void => void store(KEY, { ...loadChoice(), ...some });
