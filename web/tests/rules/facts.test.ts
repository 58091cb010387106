import { describe, expect, test } from 'vitest';
import { STANDARD, meldText, readRack, readTiles, tilesText, type Law } from '../../src/rules';
import { facts } from '../../src/rules/facts';
import { EMPTY, draftTexts, laidOf, startMelds, type Draft } from '../../src/table/state/draft';
import { dealt } from '../../src/table/state/deal';
import { replaceJoker } from '../../src/table/state/jokers';
import { move } from '../../src/table/state/moves';
import { draft, ids, law } from '../table/help';

const codes = (of: Draft, by: Law): string[] =>
  facts(startMelds(of), laidOf(of), by).map((fact) => {
    if (fact.code === 'invalid_meld') return `${fact.code} ${fact.meld} ${fact.flaw}`;
    if (fact.code === 'initial_meld_too_low') return `${fact.code} ${fact.points}/${fact.wanted}`;
    if (fact.code === 'joker_locked') return `${fact.code} ${meldText(fact.was)}`;
    return `${fact.code} ${tilesText(fact.tiles)}`;
  });

const place = (of: Draft, tiles: string, meld?: number): Draft =>
  move(of, ids(of, tiles), meld ? { to: 'pile', key: of.piles[meld - 1]!.key, at: 99 } : { to: 'new' }).draft;

test('an invalid meld is reported with its flaw', () => {
  const of = draft('r3 r4 r5', 'k9 b9 r4');
  expect(codes(of, law())).toEqual([]);
  expect(codes(place(of, 'k9 b9'), law())).toEqual(['invalid_meld 1 too_short']);
  expect(codes(place(of, 'r4', 1), law())).toEqual(['invalid_meld 0 tile_twice']);
  expect(codes(place(of, 'k9', 1), law())).toEqual(['invalid_meld 0 mixed']);
  const group = draft('k9 b9 o9', 'k9 r9 *');
  expect(codes(place(group, 'k9', 1), law())).toEqual(['invalid_meld 0 colour_twice']);
  expect(codes(place(place(group, 'r9', 1), '*', 1), law())).toEqual(['invalid_meld 0 too_many_for_group']);
});

describe('opening points', () => {
  const by = law({ opening: { points: 30, jokers: true } });

  test('are not required before something is placed', () => {
    expect(codes(draft('r3 r4 r5', 'k9'), by)).toEqual([]);
  });

  test('of several melds are added, jokers as the tiles they represent', () => {
    const of = draft('', 'r3 r4 r5 k6 b6 *');
    expect(codes(place(of, 'r3 r4 r5'), by)).toEqual(['initial_meld_too_low 12/30']);
    expect(codes(place(place(of, 'r3 r4 r5'), 'k6 b6 *'), by)).toEqual([]);
  });

  test('are not earned by tiles added to table melds', () => {
    const of = draft('r10 r11 r12', 'r13');
    expect(codes(place(of, 'r13', 1), by)).toEqual(['initial_meld_too_low 0/30']);
  });

  test('are not earned by tiles on both sides of table tiles', () => {
    const of = draft('r8 r9 r10', 'r7 r11 r12');
    expect(codes(place(of, 'r7 r11 r12', 1), by)).toEqual(['initial_meld_too_low 0/30']);
  });

  test('of tiles from a zone count like those from the rack', () => {
    const zones = { free: readTiles('r10', STANDARD) };
    const of = dealt(EMPTY(STANDARD), { set: STANDARD, table: [], rack: readRack('r9 r11', STANDARD), zones });
    const laid = move(of, [...of.pieces.keys()], { to: 'new' }).draft;
    expect(codes(laid, by)).toEqual([]);
  });

  test('stay if the opening was extended from the table afterwards', () => {
    const of = draft('r9 r10 r11 r12', 'k10 b10 o10');
    const opened = place(of, 'k10 b10 o10');
    const ten = opened.piles[0]!.ids[0]!;
    const after = move(opened, [ten], { to: 'new' }).draft;
    expect(codes(after, by).filter((code) => code.startsWith('initial'))).toEqual([]);
  });

  test('exclude melds with jokers if the rules say so', () => {
    const strict = law({ opening: { points: 10, jokers: false } });
    expect(codes(place(draft('', 'r11 r12 *'), 'r11 r12 *'), strict)).toEqual(['initial_meld_too_low 0/10']);
  });
});

describe('locked melds', () => {
  const by = law({ jokerMelds: 'locked' });
  const of = draft('r3 r4 *r5 r6 / k9 b9 *9', 'r5 r7 o9 r2');

  test('may be extended', () => {
    expect(codes(place(place(of, 'r7', 1), 'o9', 2), by)).toEqual([]);
  });

  test('may not lose a tile', () => {
    const taken = move(of, [of.piles[0]!.ids[0]!], { to: 'new' }).draft;
    expect(codes(taken, by)).toContain('joker_locked r3 r4 *r5 r6');
    expect(codes(taken, law()).filter((code) => code.startsWith('joker'))).toEqual([]);
  });

  test('are free once their joker was replaced from the rack', () => {
    const [tile] = ids(of, 'r5');
    const freed = replaceJoker(of, tile!, of.piles[0]!.ids[2]!).draft;
    expect(codes(freed, by).filter((code) => code.startsWith('joker'))).toEqual([]);
  });

  test('are free by a table tile only if the rules let it replace a joker', () => {
    const two = draft('r3 r4 *r5 / r5 b5 k5 o5', '');
    const [locked, group] = two.piles;
    const freed = replaceJoker(
      two,
      group!.ids.find((id) => id.startsWith('r5'))!,
      locked!.ids[2]!,
    ).draft;
    expect(codes(freed, { ...by, replaceFrom: 'any' }).filter((code) => code.startsWith('joker'))).toEqual([]);
    expect(codes(freed, by)).toContain('joker_locked r3 r4 *r5');
  });

  test("may not be extended by changing the joker's value", () => {
    const two = draft('r3 r4 *r5 / r5 b5 k5 o5', '');
    const [locked, group] = two.piles;
    const freed = replaceJoker(
      two,
      group!.ids.find((id) => id.startsWith('r5'))!,
      locked!.ids[2]!,
    ).draft;
    const after = move(freed, [locked!.ids[2]!], { to: 'pile', key: locked!.key, at: 9 }).draft;
    expect(draftTexts(after)).toContain('r3 r4 r5 *r6');
    expect(codes(after, by)).toEqual(['joker_locked r3 r4 *r5']);
  });

  test('of three in a group may need both missing tiles', () => {
    const [tile] = ids(of, 'o9');
    const freed = replaceJoker(of, tile!, of.piles[1]!.ids[2]!).draft;
    expect(codes(freed, by).filter((code) => code.startsWith('joker'))).toEqual([]);
    expect(codes(freed, { ...by, groupOfThree: 'all' })).toContain('joker_locked k9 b9 *9');
  });
});

test('a missing table tile is reported', () => {
  const of = draft('r3 r4 r5 r6', '');
  const short = { ...of, piles: [{ ...of.piles[0]!, key: 9, ids: of.piles[0]!.ids.slice(0, 3) }] };
  expect(codes(short, law())).toEqual(['table_tile_missing r6']);
});
