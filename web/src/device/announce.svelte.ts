/**
 * Toasts and screen reader announcements. Moves are announced as `polite`, and anything about the turn or the time as
 * `assertive`.
 */

class Announced {
  polite = $state.raw('');
  assertive = $state.raw('');
}

export const announced = new Announced();

let flip = false;

/** Announce a text, even if it is the same as the previous one. */
export function announce(text: string, how: 'polite' | 'assertive' = 'polite'): void {
  if (!text) return;
  flip = !flip;
  announced[how] = flip ? `${text}\u00a0` : text;
}

/** Remove an assertive announcement that no longer applies. */
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

/** Show a text for a few seconds, and also announce it. */
export function toast(text: string, kind: Toast['kind'] = 'plain'): void {
  const id = count++;
  // replace an earlier toast that has the same text
  toasts.list = [...toasts.list.filter((each) => each.text !== text), { id, text, kind }];
  announce(text, kind === 'bad' ? 'assertive' : 'polite');
  setTimeout(() => (toasts.list = toasts.list.filter((each) => each.id !== id)), 4500);
}
