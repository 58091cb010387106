/** What happened at a table, told in the language of the page. */

import type { Entry } from '../net/types/wire';
import { coded, p, type PageKey } from './messages/index.svelte';
import { listOf, readFact, seatOf, tilesOf, type RoundFact } from './round_fact';
import { nameOf, type Teller } from './names';
import { levelName, tileWord, tilesShort } from './tiles';

type Params = Record<string, string | number>;
/** What a seat can do: told of others by their name, and to the viewer as `you`. */
type Deed = PageKey extends infer K ? (K extends `event.${infer D}.you` ? D : never) : never;

/** Say what a seat did; the viewer is spoken to. */
function by(teller: Teller, seat: number | null, deed: Deed, params: Params = {}): string {
  if (seat !== null && seat === teller.me) return coded('event', `${deed}.you`, params, '');
  return coded('event', deed, { ...params, name: nameOf(teller, seat) }, '');
}

/** Sentences about an entry of the log; none where there is nothing to say. */
export function tell(entry: Entry, teller: Teller): string[] {
  const facts = entry.facts ?? [];
  const known = facts.map(readFact);
  const played = known.some((fact) => fact.type === 'Played');
  // whoever has played ends the turn with it: that need not be told
  const news = known.filter((fact) => !(played && fact.type === 'Passed'));
  if (facts.length) return news.flatMap((fact) => tellFact(fact, teller));
  switch (entry.what) {
    case 'sat':
    case 'ready':
    case 'proposed':
    case 'agreed':
    case 'declined':
    case 'took_back':
    case 'stood_in':
    case 'resigned':
    case 'muted':
      return [by(teller, entry.seat ?? null, entry.what)];
    case 'computer':
      return [p('event.computer', { level: levelName(entry.level ?? '') })];
    case 'stood':
    case 'paused':
    case 'resumed':
    case 'broken_off':
    case 'closed':
    case 'locked':
    case 'removed':
    case 'rematched':
      return [p(`event.${entry.what}`)];
    case 'emptied':
      return [p('event.stood')];
    default:
      return [];
  }
}

function tellFact(fact: RoundFact, teller: Teller): string[] {
  const seat = seatOf(fact);
  const one = (deed: Deed, params: Params = {}): string[] => [by(teller, seat, deed, params)];
  switch (fact.type) {
    case 'Lots':
      return lots(fact, teller);
    case 'Dealt':
      return [p('event.dealt'), ...handfuls(fact, teller)];
    case 'Exposed':
      return exposed(fact);
    case 'Drew':
      return drew(fact, teller, seat);
    case 'Played': {
      const tiles = [...tilesOf(fact, 'placed'), ...tilesOf(fact, 'free')];
      return one('played', { n: tiles.length, tiles: tilesShort(tiles) });
    }
    case 'Discarded':
      return one('discarded', { tile: tileWord(fact.fields.tile ?? '?') });
    case 'Declared':
      return one('declared', { hand: tilesShort(tilesOf(fact)) });
    case 'Announced':
      return one('announced', { n: Number(fact.fields.tiles) });
    case 'Released':
      return [p('event.released')];
    case 'TimedOut':
      return one('timedout');
    case 'Restored':
      return [p('event.restored')];
    case 'Penalised':
      return one('penalised', { n: counted(tilesOf(fact)) });
    case 'Passed':
      return one('passed');
    case 'Ended': {
      const winner = Number(fact.fields.winner);
      if (fact.fields.ending !== 'went_out') return [p('end.pool_exhausted')];
      return [by(teller, Number.isNaN(winner) ? null : winner, 'wentout')];
    }
    default:
      return [];
  }
}

function drew(fact: RoundFact, teller: Teller, seat: number | null): string[] {
  const tiles = tilesOf(fact);
  const n = counted(tiles);
  const tile = tileWord(tiles[0] ?? '?');
  switch (fact.fields.source) {
    case 'discard':
      return [by(teller, seat, 'took', { tile })];
    case 'trump':
      return [by(teller, seat, 'trumped', { tile })];
    case 'aside':
      return [by(teller, seat, 'jokers', { n })];
    default:
      return [by(teller, seat, 'drew', { n, tiles: tilesShort(tiles) })];
  }
}

/** How many tiles those words are: `?4` are four face-down ones. */
export const counted = (tiles: readonly string[]): number =>
  tiles.reduce((sum, tile) => sum + (/^\?\d+$/.test(tile) ? Number(tile.slice(1)) : 1), 0);

function lots(fact: RoundFact, teller: Teller): string[] {
  const drawn = (fact.fields.drawn ?? '').match(/\[[^[\]]*\]/g) ?? [];
  return drawn.flatMap((lot) =>
    listOf(lot).flatMap((tile, seat) =>
      /^([a-z]\d+|\*)$/.test(tile)
        ? by(teller, seat, 'lots', { tile: tileWord(tile) })
        : [],
    ),
  );
}

function handfuls(fact: RoundFact, teller: Teller): string[] {
  const pairs = (fact.fields.handfuls ?? '').match(/\[\d+, \d+\]/g) ?? [];
  return pairs.map((pair, seat) => {
    const [first = '', second = ''] = listOf(pair);
    return by(teller, seat, 'handfuls', { first, second });
  });
}

function exposed(fact: RoundFact): string[] {
  const told: string[] = [];
  const trump = fact.fields.trump ?? '';
  if (/^([a-z]\d+|\*)$/.test(trump)) told.push(p('event.trump', { tile: tileWord(trump) }));
  const free = tilesOf(fact, 'free');
  if (free.length) told.push(p('event.free', { tiles: tilesShort(free) }));
  return told;
}
