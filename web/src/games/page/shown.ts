/** The game that is shown, and what its page is made of. */

import type { Component } from 'svelte';
import type { Replay } from '../../net/types/http';
import type { PlainKey } from '../../text/messages.svelte';
import type { Player } from './player.svelte';

/** The game that is shown, as every part is given it. */
export interface Shown {
  readonly replay: Replay;
  readonly player: Player;
  /** Where it is stored: the id of a game on the server, or of a record in this browser. */
  readonly id: string;
  readonly local: boolean;
}

/** A tab or an action, loaded when it is first seen; `when` says whether it is there at all. */
export interface Part {
  readonly id: string;
  readonly label: PlainKey;
  readonly load: () => Promise<{ default: Component<{ game: Shown }> }>;
  readonly when?: (game: Shown) => boolean;
}
