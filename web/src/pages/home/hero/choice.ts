/** What is played by one click on the home page: what was chosen there, or played last. */

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

export function loadChoice(): Choice {
  try {
    return { ...DEFAULT, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Choice>) };
  } catch {
    return { ...DEFAULT };
  }
}

/** Store some of the choice; the rest stays. */
export function saveChoice(some: Partial<Choice>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...loadChoice(), ...some }));
  } catch {
    // without storage the default is offered again
  }
}
