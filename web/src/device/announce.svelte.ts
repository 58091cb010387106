/** What is announced to whoever listens instead of looking: moves politely, turn and time at once. */

class Announced {
  polite = $state.raw('');
  assertive = $state.raw('');
}

export const announced = new Announced();

let flip = false;

/** Say something; the same words twice are heard twice. */
export function announce(text: string, how: 'polite' | 'assertive' = 'polite'): void {
  if (!text) return;
  flip = !flip;
  announced[how] = flip ? `${text}\u00a0` : text;
}

/** Take back what was announced at once: it holds no longer. */
export function retract(): void {
  announced.assertive = '';
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
  // what is announced again stays instead of standing there twice
  toasts.list = [...toasts.list.filter((each) => each.text !== text), { id, text, kind }];
  announce(text, kind === 'bad' ? 'assertive' : 'polite');
  setTimeout(() => (toasts.list = toasts.list.filter((each) => each.id !== id)), 4500);
}
