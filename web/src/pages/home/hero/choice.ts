/** The choice on the home page, stored for the next visit. */

export interface Choice {
  /** The rules as text: a preset, or house rules. */
  preset: string;
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

export function saveChoice(choice: Choice): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choice));
  } catch {
    // without storage the default is offered again
  }
}
