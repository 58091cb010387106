/** Keys of the page of a game: they mean the same wherever the focus is, but in a field or a dialog. */

import type { Room } from '../room/room.svelte';
import type { Turn } from '../draft/turn.svelte';

/** What the keys act on. */
export interface KeyTargets {
  readonly room: Room;
  readonly turn: Turn;
  /** Whether a result is shown instead of the turn. */
  readonly over: boolean;
  /** Show a line to type moves, and the list of keys. */
  readonly type: () => void;
  readonly help: () => void;
}

/** Do what a key means, and keep the browser from doing more. */
export function gameKey(event: KeyboardEvent, on: KeyTargets): void {
  const target = event.target as HTMLElement;
  const writes = target.closest('input, textarea, select, [contenteditable]');
  if (writes || event.defaultPrevented || document.querySelector('dialog[open]')) return;
  const { room, turn } = on;
  const keys: Record<string, () => void> = {
    c: () => first(turn),
    a: () => room.mine && void turn.addAll(),
    d: () => room.game?.can?.draw && void turn.perform({ do: 'draw' }),
    h: () => room.myTurn && room.view?.terms.hints && void turn.hints.press(),
    t: on.type,
    g: () => turn.focus(),
    '?': on.help,
  };
  const plain = !(event.ctrlKey || event.metaKey || event.altKey);
  const run = plain && !event.repeat && keys[event.key.toLowerCase()];
  if (run) {
    event.preventDefault();
    run();
  } else if (event.key === 'Escape' && turn.escape()) event.preventDefault();
  else if (!on.over) others(event, target, turn);
}

const first = (turn: Turn): void => {
  const choice = turn.choices.first;
  if (choice) void turn.perform(choice.action);
};

/** Keys for the widget; Enter confirms where nothing that has the focus takes it. */
function others(event: KeyboardEvent, target: HTMLElement, turn: Turn): void {
  const onTable = target.closest('.tt') !== null;
  if (event.key === 'Enter') {
    if (event.repeat || (!onTable && target.closest('a, button, summary, [role="tab"]'))) return;
    if (!onTable) turn.key(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    first(turn);
  } else if (!onTable && (!event.key.startsWith('Arrow') || !target.closest('[tabindex="0"]'))) {
    turn.key(event); // arrows scroll what can be scrolled
  }
}
