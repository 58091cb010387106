/** What was chosen on the home page the last time. */

export interface Choice {
  preset: string;
  level: string;
  opponents: number;
}

const KEY = 'tilerummy.choice';
const USUAL: Choice = { preset: 'sabra', level: 'casual', opponents: 1 };

export function loadChoice(): Choice {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Choice>) };
  } catch {
    return { ...USUAL };
  }
}

export function saveChoice(choice: Choice): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choice));
  } catch {
    // then it is asked again
  }
}
