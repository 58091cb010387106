/** Opens tables from the home page. */

import { api } from '../../../net/api';
import { mostOpponents } from '../../../net/catalogue.svelte';
import { go } from '../../../device/router.svelte';
import { askIn } from '../../../learn/coached';
import { isNewcomer } from '../../../learn/newcomer';
import type { NewTable } from '../../../game/dealt/deal';
import type { Choice } from '../../../device/choice';
import { ownGames } from '../../../device/own_games';

/** The minimum number of free seats for friends, if the rules allow as many. Those still free at the start are removed. */
const FRIENDS = 3;

const enter = ({ room }: { room: string }): void => go(`/t/${encodeURIComponent(room)}`);

const computers = (levels: readonly string[]): { seat: number; level: string }[] =>
  levels.map((level, i) => ({ seat: i + 1, level }));

/** Open a table. If the server is only just starting in a worker, the web client deals the tiles, if it can. */
async function open(room: NewTable): Promise<{ room: string }> {
  if (!ownGames?.starts()) return api.open(room);
  const { openAndDeal } = await import('../../../game/dealt/deal');
  return openAndDeal(room, ownGames);
}

/** Open a table with computer players and start the game immediately. */
export async function playComputers(choice: Choice): Promise<void> {
  const opponents = Math.min(choice.opponents, mostOpponents(choice.preset));
  const levels = Array.from({ length: opponents }, () => choice.level);
  const terms = { ruleset: choice.preset, rounds: 1, private: true, turn_ms: null };
  const first = await isNewcomer();
  const opened = await open({ terms, seats: opponents + 1, computers: computers(levels), start: true });
  if (first) askIn(opened.room);
  enter(opened);
}

/** Open a table, and show its waiting room until the user's friends join. */
export async function inviteFriends(choice: Choice): Promise<void> {
  const terms = { ruleset: choice.preset, rounds: null, private: true, turn_ms: null };
  const others = Math.min(Math.max(FRIENDS, choice.opponents), mostOpponents(choice.preset));
  enter(await api.open({ terms, seats: others + 1, computers: [], start: false }));
}
