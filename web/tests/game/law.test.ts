// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { hasDiscards, lawOf, tileSetOf } from '../../src/game/draft/law';
import { minutes, reading } from '../../src/game/room/clock';
import { loadDraft, saveDraft, type DraftTurn } from '../../src/game/draft/saved';
import { typed } from '../../src/game/draft/typed';
import { readRuleset, rulesetText } from '../../src/text/ruleset';
import type { PresetView } from '../../src/net/types/http';

describe('the clock', () => {
  const clock = { turn_ms: 60_000, left_ms: 20_000, reserve_ms: [0, 30_000], running: true, by_days: false };

  test('counts down from the time it was received', () => {
    expect(reading(clock, 0, 5000)).toMatchObject({ left: 15_000, reserve: 0, low: false });
    expect(reading(clock, 0, 12_000).low).toBe(true);
    expect(reading(clock, 0, 25_000).left).toBe(0);
  });

  test("uses the reserve once the turn's time is used up", () => {
    expect(reading(clock, 1, 25_000)).toMatchObject({ left: 0, reserve: 25_000, low: false });
    expect(reading(clock, 1, 60_000)).toMatchObject({ left: 0, reserve: 0, low: true });
  });

  test('stops while no one is connected, and is unlimited without a limit', () => {
    expect(reading({ ...clock, running: false }, 0, 90_000).left).toBe(20_000);
    expect(reading({ ...clock, left_ms: null }, 0, 90_000).left).toBeNull();
    expect(reading({ ...clock, by_days: true }, 0, 15_000).low).toBe(false);
  });

  test('is shown in minutes and seconds', () => {
    expect([minutes(0), minutes(59_001), minutes(125_000), minutes(3_723_000)]).toEqual([
      '0:00',
      '1:00',
      '2:05',
      '1:02:03',
    ]);
  });
});

describe('the law of a table', () => {
  test('is read from its options', () => {
    const options = { 'joker.melds': 'open', 'joker.replace_from': 'any', 'tiles.jokers': 4 };
    expect(lawOf(options, 30)).toMatchObject({
      jokerMelds: 'open',
      replaceFrom: 'any',
      groupOfThree: 'any',
      opening: { points: 30, jokers: true },
      tiles: { numbers: 13, jokers: 4 },
    });
    expect(lawOf({ 'initial_meld.jokers': false }, 60).opening?.jokers).toBe(false);
    expect(lawOf(options, null).opening).toBeNull();
    expect(lawOf({ 'joker.melds': 'free' }, null).jokerMelds).toBe('free');
    expect(lawOf({}, null).jokerMelds).toBe('locked');
    expect(lawOf({ 'joker.reuse': 'any' }, null).onlyAdds).toBe(true);
    expect(lawOf(options, null).onlyAdds).toBe(false);
    expect(tileSetOf({ 'run.one_high': true }).oneHigh).toBe(true);
    const byPlayers = { 'tiles.copies': 'by_players' };
    expect([2, 3, 4].map((seats) => tileSetOf(byPlayers, seats).copies)).toEqual([2, 4, 4]);
    expect(tileSetOf({ 'tiles.copies': 3 }, 2).copies).toBe(3);
  });

  test('locks no jokers if every turn ends with a discard', () => {
    expect(hasDiscards({ 'joker.reuse': 'any' })).toBe(true);
    expect(hasDiscards({ 'joker.melds': 'locked' })).toBe(false);
    expect(hasDiscards({})).toBe(false);
  });
});

describe('a saved draft', () => {
  const at = (id: string, turn: number): DraftTurn => ({ id, view: { round: 0 }, game: { turn, plays: 0 } });

  test('is only offered again in the same turn', () => {
    saveDraft(at('r', 4), [['k1', 'k2', 'k3']]);
    expect(loadDraft(at('r', 4))).toEqual([['k1', 'k2', 'k3']]);
    expect(loadDraft(at('r', 5))).toBeNull();
    expect(loadDraft(at('other', 4))).toBeNull();
    saveDraft(at('r', 4), null);
    expect(loadDraft(at('r', 4))).toBeNull();
  });

  test('is ignored if it cannot be read', () => {
    localStorage.setItem('tilerummy.draft.r', '{');
    expect(loadDraft(at('r', 4))).toBeNull();
  });
});

describe('typed text', () => {
  test('tiles alone are a new meld, anything else is for the table', () => {
    expect(typed(' R5  b5 * ')).toEqual({ do: 'move', text: 'r5 b5 * > new' });
    expect(typed('r5 > 2')).toEqual({ do: 'move', text: 'r5 > 2' });
    expect(typed('3/2')).toEqual({ do: 'move', text: '3/2' });
  });

  test('words are for the command line', () => {
    expect(typed('Done')).toEqual({ do: 'done' });
    expect(typed('discard k5')).toEqual({ do: 'discard', tile: 'k5' });
    expect(typed('discard everything')).toEqual({ do: 'move', text: 'discard everything' });
  });
});

describe('a ruleset', () => {
  test('is read and written as text', () => {
    const rules = readRuleset('sabra+initial_meld.points=50+joker.reuse=any+run.one_high=true');
    expect(rules).toEqual({
      preset: 'sabra',
      changes: { 'initial_meld.points': 50, 'joker.reuse': 'any', 'run.one_high': true },
    });
    expect(rulesetText(rules)).toBe('sabra+initial_meld.points=50+joker.reuse=any+run.one_high=true');
    const known = {
      options: { 'joker.reuse': 'any', 'initial_meld.points': 30, 'run.one_high': false },
    } as unknown as PresetView;
    expect(rulesetText(rules, known)).toBe('sabra+initial_meld.points=50+run.one_high=true');
    expect(rulesetText({ ...rules, changes: { ...rules.changes, 'house.pets': 2 } }, known)).not.toContain('pets');
  });
});
