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
    if ('was' in fact) return `${fact.code} ${meldText(fact.was)}`;
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
    expect(codes(freed, by)[0]).toBe('joker_not_replaced r3 r4 *r5');
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
    expect(codes(after, by)).toEqual(['joker_not_replaced r3 r4 *r5']);
  });

  test('of three in a group may need both missing tiles', () => {
    const [tile] = ids(of, 'o9');
    const freed = replaceJoker(of, tile!, of.piles[1]!.ids[2]!).draft;
    expect(codes(freed, by).filter((code) => code.startsWith('joker'))).toEqual([]);
    expect(codes(freed, { ...by, groupOfThree: 'all' })).toContain('joker_not_replaced k9 b9 *9');
  });
});

test('a locked meld with a tile that does not fit is only invalid', () => {
  const of = draft('r3 r4 *r5 r6', 'k9');
  expect(codes(place(of, 'k9', 1), law({ jokerMelds: 'locked' }))).toEqual(['invalid_meld 0 mixed']);
});

describe('jokers that may move', () => {
  const by = law({ jokerMelds: 'open' });
  const of = draft('r3 r4 *r5 r6 / k9 b9 *9 / r5 k5 b5 o5', 'r5 o9 r7 r8');
  const [run, group, fives] = of.piles;
  const jokers = (after: Draft, rules = by): string[] =>
    codes(after, rules).filter((code) => code.startsWith('joker'));

  test('may represent the same tile elsewhere', () => {
    const moved = move(of, run!.ids.slice(2), { to: 'new' }).draft;
    expect(jokers(place(moved, 'r7', moved.piles.findIndex(({ ids }) => ids.includes(run!.ids[2]!)) + 1))).toEqual(
      [],
    );
  });

  test('may not represent another tile, which is reported before unfinished melds', () => {
    const loose = move(of, [run!.ids[2]!], { to: 'new' }).draft;
    expect(jokers(loose)).toEqual([]);
    const laid = move(place(loose, 'r7 r8'), [run!.ids[2]!], { to: 'pile', key: loose.nextKey, at: 99 }).draft;
    expect(draftTexts(laid)).toContain('r7 r8 *r9');
    expect(codes(laid, by)).toContain('invalid_meld 0 not_in_sequence');
    expect(codes(laid, by)[0]).toBe('joker_not_replaced r3 r4 *r5 r6'); // the table's red 5 would do under other rules
    expect(codes(laid, { ...by, replaceFrom: 'any' })[0]).toBe('invalid_meld 0 not_in_sequence');
    expect(jokers(place(laid, 'r5'))).toEqual([]);
    const without5 = draft('r3 r4 *r5 r6', 'r7 r8');
    const gone = move(without5, [without5.piles[0]!.ids[2]!], { to: 'new' }).draft;
    const ended = move(gone, [...ids(gone, 'r7 r8'), without5.piles[0]!.ids[2]!], { to: 'new' }).draft;
    expect(codes(ended, { ...by, replaceFrom: 'any' })[0]).toBe('joker_changed r3 r4 *r5 r6');
  });

  test('of a group may represent any missing colour, and each needs a tile of its own', () => {
    const joker = group!.ids[2]!;
    const loose = move(of, [joker], { to: 'new' }).draft;
    const key = loose.piles.find(({ ids }) => ids.includes(joker))!.key;
    const used = move(loose, fives!.ids.slice(0, 2), { to: 'pile', key, at: 0 }).draft;
    expect(jokers(used)).toEqual(['joker_changed k9 b9 *9']);
    expect(jokers(place(used, 'o9'))).toEqual([]);
  });
});

test('a missing table tile is reported', () => {
  const of = draft('r3 r4 r5 r6', '');
  const short = { ...of, piles: [{ ...of.piles[0]!, key: 9, ids: of.piles[0]!.ids.slice(0, 3) }] };
  expect(codes(short, law())).toEqual(['table_tile_missing r6']);
});
