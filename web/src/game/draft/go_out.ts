/** Going out with the trump: the one action that the browser writes in notation itself. */

/** Melds of *after* that are not among those of *before*, each counted as often as it is there. */
export function newMelds(before: readonly string[], after: readonly string[]): string[] {
  const left = [...before];
  return after.filter((meld) => {
    const at = left.indexOf(meld);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** A play in notation from one table to another. */
export function playText(before: readonly string[], after: readonly string[]): string {
  const lift = newMelds(after, before);
  const lay = newMelds(before, after);
  return `${lift.join(' / ')} => ${lay.join(' / ')}`.trim();
}

/**
 * Going out with the trump, as one action. A seat that has not opened lays its own melds in a first
 * play, and lays off on other melds in a second one.
 */
export function goOutText(
  start: readonly string[],
  after: readonly string[],
  discard: string,
  opened: boolean,
): string {
  const lift = newMelds(after, start);
  const fresh = newMelds(start, after);
  const own = fresh.filter((meld) => !lift.some((old) => grewFrom(meld, old)));
  const inTwo = !opened && lift.length > 0 && own.length > 0;
  const plays = inTwo
    ? [playText(start, [...start, ...own]), playText([...start, ...own], after)]
    : [playText(start, after)];
  return `go-out ${plays.join('; ')}; discard ${discard}`;
}

/** Whether a meld holds all the tiles of another, jokers counted as jokers. */
function grewFrom(meld: string, old: string): boolean {
  const left = meld.split(' ').map(bare);
  return old.split(' ').every((tile) => {
    const at = left.indexOf(bare(tile));
    if (at >= 0) left.splice(at, 1);
    return at >= 0 || tile.startsWith('*');
  });
}

const bare = (tile: string): string => (tile.startsWith('*') ? '*' : tile);
