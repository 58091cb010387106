/** What is played by one click on the home page: what was chosen there, or played last. */

import { store, stored } from '../../../device/stored';

export interface Choice {
  /** The rules as text: a preset, or house rules. */
  preset: string;
  /** What house rules are called that this browser does not keep. */
  name?: string;
  level: string;
  opponents: number;
}

const KEY = 'tilerummy.choice';
const DEFAULT: Choice = { preset: 'sabra', level: 'casual', opponents: 2 };

export const loadChoice = (): Choice => ({ ...DEFAULT, ...stored<Partial<Choice>>(KEY, {}) });

/** Store some of the choice; the rest stays. */
export const saveChoice = (some: Partial<Choice>): void => void store(KEY, { ...loadChoice(), ...some });
