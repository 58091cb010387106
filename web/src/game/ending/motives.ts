/** Groups the computer players' explanations, so that none contradicts another and none is shown twice. */

import type { GameView } from '../../net/types';

type Motive = GameView['motives'][number];

/** Explanations, and the seats whose players give them. */
export interface Thoughts {
  readonly seats: readonly number[];
  readonly motives: readonly Motive[];
}

/** Motives of a turn in which nothing could be laid. They are left out if the player has another explanation. */
const EMPTY: readonly string[] = ['nothing', 'noticed_nothing'];

/** Return the explanations by seat. Players with the same ones share an entry. */
export function thoughtsOf(motives: readonly Motive[]): Thoughts[] {
  const found = new Map<string, { seats: number[]; motives: readonly Motive[] }>();
  for (const seat of new Set(motives.map((each) => each.seat))) {
    const all = motives.filter((each) => each.seat === seat);
    const telling = all.filter(({ code }) => !EMPTY.includes(code));
    const mine = telling.length ? telling : all;
    const key = JSON.stringify(mine.map(({ code, params }) => [code, params ?? {}]).toSorted());
    const same = found.get(key);
    if (same) same.seats.push(seat);
    else found.set(key, { seats: [seat], motives: mine });
  }
  return [...found.values()];
}
