import type { Replay } from '../../net/types/http';
import type { Player } from './player.svelte';

/** The game that is shown, as every part is given it. */
export interface Shown {
  readonly replay: Replay;
  readonly player: Player;
  /** Where it is stored: the id of a game on the server, or of a record in this browser. */
  readonly id: string;
  readonly local: boolean;
}
