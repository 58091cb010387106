/** The questions about a round, in order. */

import type { Counting } from '../evening';

export type Step =
  | { readonly what: 'out' | 'win' | 'hand' | 'handfuls' | 'tied' | 'trump'; readonly seat?: undefined }
  | { readonly what: 'rack'; readonly seat: number };

/**
 * Return the questions about a round that are known so far: the winner and the kind of win, the rest of each rack,
 * and everything else that the rules ask for. *tied* is true if several racks are equally low.
 */
export function stepsOf(
  { said, count }: Counting,
  asks: readonly string[],
  players: number,
  tied: boolean,
): Step[] {
  const steps: Step[] = [{ what: 'out' }];
  if (!said) return steps;
  const won = count.out !== null;
  if (won && asks.includes('win')) steps.push({ what: 'win' });
  if (won && asks.includes('hand') && count.win === 'closed') steps.push({ what: 'hand' });
  for (let seat = 0; seat < players; seat++) if (seat !== count.out) steps.push({ what: 'rack', seat });
  if (asks.includes('handfuls')) steps.push({ what: 'handfuls' });
  if (asks.includes('trump_holders')) steps.push({ what: 'trump' });
  if (tied) steps.push({ what: 'tied' });
  return steps;
}

/** How a player who never opened is scored: instead of the rack, in addition to it, or as everyone else. */
export type Unopened = 'instead' | 'also' | 'same';

export const unopenedBy = (asks: readonly string[]): Unopened =>
  !asks.includes('opened') ? 'same' : asks.includes('win') ? 'instead' : 'also';
