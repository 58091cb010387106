/** Going out with the trump, which is the only action that the web client itself writes in notation. */

import { bare, without } from '../../rules';

/** Return the notation of the play that turns the table *before* into the table *after*. */
function playText(before: readonly string[], after: readonly string[]): string {
  const lift = without(before, after);
  const lay = without(after, before);
  return `${lift.join(' / ')} => ${lay.join(' / ')}`.trim();
}

/**
 * Return the action of going out with the trump. A seat that has not opened lays its own melds in a first play, and
 * adds to other melds in a second play.
 */
export function goOutText(
  start: readonly string[],
  after: readonly string[],
  discard: string,
  opened: boolean,
): string {
  const lift = without(start, after);
  const fresh = without(after, start);
  const own = fresh.filter((meld) => !lift.some((old) => grewFrom(meld, old)));
  const inTwo = !opened && lift.length > 0 && own.length > 0;
  const plays = inTwo
    ? [playText(start, [...start, ...own]), playText([...start, ...own], after)]
    : [playText(start, after)];
  return `go-out ${plays.join('; ')}; discard ${discard}`;
}

/**
 * Return whether *meld* contains all tiles of the meld *old*. Jokers count as jokers, not as the tiles they represent.
 */
const grewFrom = (meld: string, old: string): boolean =>
  without(old.split(' ').map(bare), meld.split(' ').map(bare)).every((tile) => tile === '*');
