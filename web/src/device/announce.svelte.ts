/** What is said to whoever listens instead of looking: moves politely, turn and time at once. */

class Spoken {
  polite = $state.raw('');
  assertive = $state.raw('');
}

export const said = new Spoken();

let flip = false;

/** Say something; the same words twice are heard twice. */
export function say(text: string, how: 'polite' | 'assertive' = 'polite'): void {
  if (!text) return;
  flip = !flip;
  said[how] = flip ? `${text}\u00a0` : text;
}

/** Take back what was said at once: it holds no longer. */
export function hush(): void {
  said.assertive = '';
}

interface Toast {
  id: number;
  text: string;
  kind: 'good' | 'bad' | 'plain';
}

class Toasts {
  list = $state.raw<readonly Toast[]>([]);
}

export const toasts = new Toasts();
let count = 0;

/** Show a line for a few seconds, and say it. */
export function toast(text: string, kind: Toast['kind'] = 'plain'): void {
  const id = count++;
  // what is said again stays instead of standing there twice
  toasts.list = [...toasts.list.filter((each) => each.text !== text), { id, text, kind }];
  say(text, kind === 'bad' ? 'assertive' : 'polite');
  setTimeout(() => (toasts.list = toasts.list.filter((each) => each.id !== id)), 4500);
}
