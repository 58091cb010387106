/** Keyboard shortcuts for the game page. They work everywhere except in input fields and dialogs. */

import type { Room } from '../room/room.svelte';
import type { Turn } from '../draft/turn.svelte';

/** The objects that the shortcuts operate on. */
export interface KeyTargets {
  readonly room: Room;
  readonly turn: Turn;
  /** True if a result is shown instead of the turn. */
  readonly over: boolean;
  /** `type` opens the field for typed moves, and `help` shows the list of shortcuts. */
  readonly type: () => void;
  readonly help: () => void;
}

/** Handle a key press. If it is a shortcut, prevent the browser's default action. */
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

/** Handle Enter, which confirms the turn unless the focused element uses it. The widget handles all other keys. */
function others(event: KeyboardEvent, target: HTMLElement, turn: Turn): void {
  const onTable = target.closest('.tt') !== null;
  if (event.key === 'Enter') {
    if (event.repeat || (!onTable && target.closest('a, button, summary, [role="tab"]'))) return;
    if (!onTable) turn.key(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    first(turn);
  } else if (!onTable && (!event.key.startsWith('Arrow') || !target.closest('[tabindex="0"]'))) {
    turn.key(event); // arrow keys still scroll
  }
}
