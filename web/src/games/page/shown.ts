import type { Replay } from '../../net/types/http';
import type { Player } from './player.svelte';

/** The game shown on a page, passed to all its components. */
export interface Shown {
  readonly replay: Replay;
  readonly player: Player;
  /** A game id on the server, or the id of a record in this browser. */
  readonly id: string;
  readonly local: boolean;
}
