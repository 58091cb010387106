import { describe, expect, test } from 'vitest';
import { goOutText } from '../../src/game/draft/go_out';
import { choices } from '../../src/game/draft/choices';
import { NO_DRAFT, type DraftView } from '../../src/game/draft/draft_view';
import { STANDARD, readTable } from '../../src/rules';
import type { CanView, GameView } from '../../src/net/types';

const NOTHING: CanView = {
  draw: false,
  take: false,
  play: true,
  pass_: false,
  discard: [],
  declare: [],
  go_out: false,
  new_deal: false,
};
const game = (phase: string, can: Partial<CanView> | null): GameView => ({
  phase,
  to_move: 0,
  turn: 3,
  plays: 0,
  table: [],
  start: [],
  pool: 40,
  hands: [],
  rack: [],
  fresh: [],
  played: [],
  trump: null,
  free: [],
  free_usable: false,
  can: can && { ...NOTHING, ...can },
  opening: null,
  result: null,
  declared: null,
  motives: [],
});
const faulty: Partial<DraftView> = { facts: [{ code: 'table_tile_missing', tiles: [] }] };
const forms: Partial<DraftView> = { forming: readTable('r3 r4 r5', STANDARD) };
const draft = (some: Partial<DraftView> = {}): DraftView => ({
  ...NO_DRAFT,
  held: some.picked?.length ?? 0,
  left: 14,
  ...some,
});

describe('games with rearranging', () => {
  test('only the seat to move has choices', () => {
    expect(choices(game('act', null), draft(), false)).toEqual({ first: null, others: [] });
  });

  test('you draw, or pass if you cannot draw', () => {
    expect(choices(game('act', { draw: true }), draft(), false).first?.action).toEqual({ do: 'draw' });
    expect(choices(game('act', { pass_: true }), draft(), false).first?.action).toEqual({ do: 'pass' });
  });

  test('a new deal is offered until you have changed something', () => {
    const can = { draw: true, new_deal: true };
    const others = (some: Partial<DraftView>): unknown[] =>
      choices(game('act', can), draft(some), false).others.map(({ action }) => action);
    expect(others({})).toEqual([{ do: 'new_deal' }]);
    expect(others({ touched: true, placed: 1 })).toEqual([]);
    expect(choices(game('act', { draw: true }), draft(), false).others).toEqual([]);
  });

  test('done is offered once tiles are laid, unless a fact objects', () => {
    const laid = draft({ touched: true, placed: 3 });
    expect(choices(game('act', { draw: true }), laid, false).first).toEqual({
      action: { do: 'done' },
      ready: true,
    });
    const wrong = draft({ touched: true, placed: 3, ...faulty });
    expect(choices(game('act', { draw: true }), wrong, false).first?.ready).toBe(false);
  });

  test('a pure rearrangement counts as done if there was a play earlier in the turn', () => {
    const touched = draft({ touched: true });
    const later = { ...game('more', { pass_: true }), plays: 1 };
    expect(choices(later, touched, false).first).toEqual({ action: { do: 'done' }, ready: true });
    expect(choices(later, draft(), false).first?.action).toEqual({ do: 'pass' });
    expect(choices(game('act', { pass_: true }), touched, false).first).toEqual({
      action: { do: 'done' },
      ready: false,
    });
  });

  test('picked tiles that form melds are laid first', () => {
    for (const some of [{}, { touched: true, placed: 3 }, { touched: true, ...faulty }]) {
      const { first, others } = choices(
        game('act', { draw: true }),
        draft({ ...some, ...forms, picked: ['r3', 'r4', 'r5'] }),
        false,
      );
      expect(first).toEqual({ action: { do: 'place' }, ready: true });
      expect(others).toEqual([]);
    }
    const loose = choices(game('act', { draw: true }), draft({ picked: ['r3', 'k9'] }), false);
    expect(loose).toEqual({
      first: { action: { do: 'place' }, ready: false },
      others: [{ action: { do: 'draw' }, ready: true }],
    });
    const ofTable = choices(game('act', { draw: true }), draft({ held: 3, placed: 3, touched: true }), false);
    expect([ofTable.first, ...ofTable.others].map((each) => each?.action.do)).toEqual(['place', 'done']);
  });

  test('an unfinished rearrangement without laid tiles: draw, or finish it', () => {
    const moved = draft({ touched: true });
    expect(choices(game('act', { draw: true }), moved, false).first?.action).toEqual({ do: 'draw' });
    expect(choices(game('act', { pass_: true }), moved, false).first).toEqual({
      action: { do: 'done' },
      ready: false,
    });
  });
});

describe('games where every turn ends with a discard', () => {
  test('first draw, or take the discard', () => {
    const now = choices(game('draw', { draw: true, take: true, play: false }), draft(), true);
    expect(now.first?.action).toEqual({ do: 'draw' });
    expect(now.others.map((each) => each.action.do)).toEqual(['take']);
  });

  test('the picked tile is the one to discard', () => {
    const can = { discard: ['k5', 'r5'] };
    expect(choices(game('meld', can), draft(), true).first).toEqual({
      action: { do: 'discard', tile: null },
      ready: false,
    });
    const now = choices(game('meld', can), draft({ picked: ['k5'] }), true);
    expect(now).toEqual({ first: { action: { do: 'discard', tile: 'k5' }, ready: true }, others: [] });
    const two = choices(game('meld', can), draft({ picked: ['k5', 'r5'] }), true);
    expect(two.first?.ready).toBe(false);
    expect(choices(game('meld', can), draft({ picked: ['o2'] }), true).first?.ready).toBe(false);
  });

  test('a closed hand is offered first, even with nothing picked', () => {
    const can = { discard: ['k5', 'r5', '*', 'o2'], declare: ['k5', '*'] };
    const offered = (...picked: string[]) => {
      const { first, others } = choices(game('meld', can), draft({ picked }), true);
      return [first!, ...others].map(({ action }) => action);
    };
    expect(offered()).toEqual([{ do: 'declare', tile: '*' }]);
    expect(offered('k5')).toEqual([
      { do: 'declare', tile: 'k5' },
      { do: 'discard', tile: 'k5' },
    ]);
    expect(offered('o2')).toEqual([{ do: 'discard', tile: 'o2' }]);
    const laid = choices(game('meld', can), draft({ picked: ['k5'], placed: 3, touched: true }), true);
    expect(laid.first?.action).toEqual({ do: 'discard', tile: 'k5' });
  });

  test('picked melds are laid before a discard', () => {
    const now = choices(game('meld', { discard: ['k5'] }), draft({ ...forms, picked: ['k5', 'r5', 'b5'] }), true);
    expect(now).toEqual({ first: { action: { do: 'place' }, ready: true }, others: [] });
    const early = choices(game('draw', { draw: true, play: false }), draft(forms), true);
    expect(early.first?.action).toEqual({ do: 'draw' });
    const out = choices(game('draw', { draw: true, go_out: true }), draft(forms), true);
    expect(out.first?.action).toEqual({ do: 'place' });
  });

  test('melds can be laid without ending the turn', () => {
    const now = choices(game('meld', {}), draft({ placed: 3, touched: true }), true);
    expect(now.others).toEqual([{ action: { do: 'lay' }, ready: true }]);
  });

  test('the last tile can be discarded without picking it', () => {
    const now = choices(game('meld', {}), draft({ placed: 13, touched: true, left: 1, last: 'o1' }), true);
    expect(now.first).toEqual({ action: { do: 'discard', tile: 'o1' }, ready: true });
    const other = choices(game('meld', {}), draft({ placed: 12, touched: true, left: 2 }), true);
    expect(other.first).toEqual({ action: { do: 'discard', tile: null }, ready: false });
  });

  test('the trump is offered after tiles were placed, and first if it goes out', () => {
    const can = { draw: true, go_out: true };
    const now = { ...game('draw', can), rack: Array<string>(14).fill('k1'), trump: 'r13' };
    expect(choices(now, draft(), true).others).toEqual([]);
    const some = choices(now, draft({ placed: 13, touched: true, left: 2 }), true);
    expect(some.first?.action).toEqual({ do: 'draw' });
    expect(some.others.map(({ ready }) => ready)).toEqual([false]);
    const all = choices(now, draft({ placed: 14, touched: true, left: 1, last: 'o1' }), true);
    expect(all.first).toEqual({ action: { do: 'trump', tile: 'o1' }, ready: true });
    expect(all.others.map(({ action }) => action.do)).toEqual(['draw']);
    const without = choices(now, draft({ placed: 14, touched: true, left: 0 }), true);
    expect(without.first?.action).toEqual({ do: 'trump', tile: 'r13' });
  });
});

describe('going out with the trump', () => {
  test('is one play after the opening', () => {
    expect(goOutText(['k1 k2 k3'], ['k1 k2 k3 k4', 'r7 b7 o7'], 'o1', true)).toBe(
      'go-out k1 k2 k3 => k1 k2 k3 k4 / r7 b7 o7; discard o1',
    );
  });

  test('opens first, then adds to the other melds', () => {
    expect(goOutText(['k1 k2 k3'], ['k1 k2 k3 k4', 'r7 b7 o7'], 'o1', false)).toBe(
      'go-out => r7 b7 o7; k1 k2 k3 => k1 k2 k3 k4; discard o1',
    );
  });

  test('equal melds count as often as they are on the table', () => {
    expect(goOutText(['k1 k2 k3'], ['k1 k2 k3', 'k1 k2 k3'], 'o1', true)).toBe('go-out => k1 k2 k3; discard o1');
  });
});
