/** Describes moves in short form for the move list, using a name, a few words, and tiles. */

import type { Event, Played } from '../net/types';
import { bare, shared, split, splitMelds } from '../rules';
import { t } from './messages.svelte';
import { nameOf, type Seating } from './names';

/** A move, given as text in two parts and tiles in notation. In most languages, the text begins with the name. */
export interface ShortMove {
  readonly before: string;
  /** The player's name or, in a sentence about the viewer, the first word. */
  readonly name: string;
  readonly after: string;
  /** The tiles in the move. If they were laid, they are grouped by the melds that now contain them. */
  readonly tiles: readonly (readonly string[])[];
  /** True if the tiles were laid on the table. */
  readonly laid: boolean;
}

type Word = 'drew' | 'laid' | 'added' | 'moved' | 'freed' | 'discarded' | 'took';
const NAME = '\u0000';

/** Return the short form of a move, or null if the move requires a complete sentence. */
export function shortMove(event: Event, seating: Seating): ShortMove | null {
  switch (event.type) {
    case 'Drew':
      return event.source === 'aside'
        ? null
        : said(seating, event.seat, event.source === 'pool' ? 'drew' : 'took', [split(event.tiles)]);
    case 'Penalised':
      return said(seating, event.seat, 'drew', [split(event.tiles)]);
    case 'Discarded':
      return said(seating, event.seat, 'discarded', [[event.tile]]);
    case 'Played': {
      if (!event.placed && !event.free) return null; // a pure rearrangement needs a sentence
      const n = moved(event);
      const word = freesJoker(event) ? 'freed' : n ? 'moved' : event.lift ? 'added' : 'laid';
      return said(seating, event.seat, word, byMelds(event), n);
    }
    default:
      return null;
  }
}

function said(seating: Seating, seat: number, word: Word, tiles: ShortMove['tiles'], n = 0): ShortMove {
  const laid = !['drew', 'discarded', 'took'].includes(word);
  if (seat === seating.me) {
    const [name = '', ...rest] = t(`move.${word}.you`, { n }).split(' ');
    return { before: '', name, after: rest.length ? ` ${rest.join(' ')}` : '', tiles, laid };
  }
  const [before = '', after = ''] = t(`move.${word}`, { name: NAME, n }).split(NAME);
  return { before, name: nameOf(seating, seat), after, tiles, laid };
}

const melds = (text: string): string[][] => splitMelds(text).map((meld) => meld.map(bare));

/** Return the placed tiles, grouped by meld. Each joker is written with the tile that it represents. */
export function byMelds({
  lift,
  lay,
  placed,
  free,
}: Pick<Played, 'lift' | 'lay' | 'placed' | 'free'>): string[][] {
  const left = [...split(placed), ...split(free)].map(bare);
  const lay0 = melds(lift);
  const found = splitMelds(lay).map((meld) => {
    const grown = lay0.map((was) => shared(was, meld.map(bare)));
    const most = Math.max(0, ...grown);
    const [was = []] = most ? lay0.splice(grown.indexOf(most), 1) : [];
    // leave out tiles that were in the meld before the move
    const there = [...was];
    return meld.filter((tile) => {
      const old = there.indexOf(bare(tile));
      if (old >= 0) there.splice(old, 1);
      const at = left.indexOf(bare(tile));
      return old < 0 && at >= 0 && left.splice(at, 1).length > 0;
    });
  });
  return [...found, left].filter(({ length }) => length > 0);
}

/** Return the number of tiles that were moved away from the melds on the table. */
export function moved({ lift, lay }: Pick<Played, 'lift' | 'lay'>): number {
  const after = melds(lay);
  let gone = 0;
  for (const meld of melds(lift)) {
    const stayed = after.map((other) => shared(meld, other));
    const most = Math.max(0, ...stayed);
    gone += meld.length - most;
    if (most) after.splice(stayed.indexOf(most), 1);
  }
  return gone;
}

/** Return whether a joker has left its meld. It stays in the meld if any of the other tiles is still beside it. */
function freesJoker({ lift, lay }: Pick<Played, 'lift' | 'lay'>): boolean {
  const after = splitMelds(lay);
  return splitMelds(lift).some((meld) =>
    meld.some(
      (joker) => bare(joker) === '*' && !after.some((now) => now.includes(joker) && shared(meld, now) > 1),
    ),
  );
}
