/** What happened at a table, told in the language of the page. */

import type { Entry } from '../wire';
import { p, t, type PageKey } from './i18n/index.svelte';
import { listOf, readFact, seatOf, tilesOf, type RoundFact } from './facts';
import { nameOf, type Teller } from './table/names';
import { levelName, tileWord, tilesShort } from './table/speech';

/** Sentences about an entry of the log; none where there is nothing to say. */
export function tell(entry: Entry, teller: Teller): string[] {
  const facts = entry.facts ?? [];
  const known = facts.map(readFact);
  const played = known.some((fact) => fact.type === 'Played');
  // whoever has played ends the turn with it: that need not be told
  const news = known.filter((fact) => !(played && fact.type === 'Passed'));
  if (facts.length) return news.flatMap((fact) => tellFact(fact, teller));
  const name = nameOf(teller, entry.seat ?? null);
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
      return [p(`told.${entry.what}`, { name })];
    case 'computer':
      return [p('told.computer', { level: levelName(entry.level ?? '') })];
    case 'stood':
    case 'paused':
    case 'resumed':
    case 'broken_off':
    case 'closed':
    case 'locked':
    case 'removed':
    case 'rematched':
      return [p(`told.${entry.what}`)];
    case 'emptied':
      return [p('told.stood')];
    default:
      return [];
  }
}

function tellFact(fact: RoundFact, teller: Teller): string[] {
  const seat = seatOf(fact);
  const name = nameOf(teller, seat);
  const one = (key: PageKey, params: Record<string, string | number> = {}): string[] => [
    p(key, { name, ...params }),
  ];
  switch (fact.type) {
    case 'Lots':
      return lots(fact, teller);
    case 'Dealt':
      return [p('told.dealt'), ...handfuls(fact, teller)];
    case 'Exposed':
      return exposed(fact);
    case 'Drew':
      return drew(fact, teller, seat, name);
    case 'Played': {
      const tiles = [...tilesOf(fact, 'placed'), ...tilesOf(fact, 'free')];
      return one('told.played', { n: tiles.length, tiles: tilesShort(tiles) });
    }
    case 'Discarded':
      return one('told.discarded', { tile: tileWord(fact.fields.tile ?? '?') });
    case 'Declared':
      return one('told.declared', { hand: tilesShort(tilesOf(fact)) });
    case 'Announced':
      return one('told.announced', { n: Number(fact.fields.tiles) });
    case 'Released':
      return one('told.released');
    case 'TimedOut':
      return one('told.timedout');
    case 'Restored':
      return one('told.restored');
    case 'Penalised':
      return one('told.penalised', { n: counted(tilesOf(fact)) });
    case 'Passed':
      return one('told.passed');
    case 'Ended': {
      const winner = Number(fact.fields.winner);
      if (fact.fields.ending !== 'went_out') return [t('end.pool_exhausted')];
      return [p('told.wentout', { name: nameOf(teller, Number.isNaN(winner) ? null : winner) })];
    }
    default:
      return [];
  }
}

function drew(fact: RoundFact, teller: Teller, seat: number | null, name: string): string[] {
  const tiles = tilesOf(fact);
  const n = counted(tiles);
  if (fact.fields.source === 'discard') return [p('told.took', { name, tile: tileWord(tiles[0] ?? '?') })];
  if (fact.fields.source === 'trump') return [p('told.trumped', { name, tile: tileWord(tiles[0] ?? '?') })];
  if (fact.fields.source === 'aside') return [p('told.jokers', { name, n })];
  const seen = seat !== null && seat === teller.me && !tiles.some((tile) => tile.startsWith('?'));
  return [seen ? p('told.drew.you', { tiles: tilesShort(tiles) }) : p('told.drew', { name, n })];
}

/** How many tiles those words are: `?4` are four face-down ones. */
export const counted = (tiles: readonly string[]): number =>
  tiles.reduce((sum, tile) => sum + (/^\?\d+$/.test(tile) ? Number(tile.slice(1)) : 1), 0);

function lots(fact: RoundFact, teller: Teller): string[] {
  const drawn = (fact.fields.drawn ?? '').match(/\[[^[\]]*\]/g) ?? [];
  return drawn.flatMap((lot) =>
    listOf(lot).flatMap((tile, seat) =>
      /^([a-z]\d+|\*)$/.test(tile)
        ? p('told.lots', { name: nameOf(teller, seat), tile: tileWord(tile) })
        : [],
    ),
  );
}

function handfuls(fact: RoundFact, teller: Teller): string[] {
  const pairs = (fact.fields.handfuls ?? '').match(/\[\d+, \d+\]/g) ?? [];
  return pairs.map((pair, seat) => {
    const [first = '', second = ''] = listOf(pair);
    return p('told.handfuls', { name: nameOf(teller, seat), first, second });
  });
}

function exposed(fact: RoundFact): string[] {
  const told: string[] = [];
  const trump = fact.fields.trump ?? '';
  if (/^([a-z]\d+|\*)$/.test(trump)) told.push(p('told.trump', { tile: tileWord(trump) }));
  const free = tilesOf(fact, 'free');
  if (free.length) told.push(p('told.free', { tiles: tilesShort(free) }));
  return told;
}
