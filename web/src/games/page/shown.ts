import type { Replay } from '../../net/types/http';
import type { Player } from './player.svelte';

/** The displayed game, which is passed to all components of a game page. */
export interface Shown {
  readonly replay: Replay;
  readonly player: Player;
  /** The game's id on the server, or a record's id in this browser. */
  readonly id: string;
  readonly local: boolean;
}
