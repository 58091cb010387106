// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EndGuard } from '../../src/game/turn/guard.svelte';

const sent: string[] = [];
let guard: EndGuard;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.advanceTimersByTime(1000);
  sent.length = 0;
  guard = new EndGuard((ending) => sent.push(ending));
});
afterEach(() => vi.useRealTimers());

const SAFE = { atStake: false, grace: 2500 };
const RISKY = { atStake: true, grace: 2500 };

describe('a draw', () => {
  test('is sent at once without a grace', () => {
    guard.request('draw', { atStake: false, grace: 0 });
    expect(sent).toEqual(['draw']);
    expect(guard.due).toBeNull();
  });

  test('is held back, and sent once when the time is over', () => {
    guard.request('draw', SAFE);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(2499);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual(['draw']);
    vi.advanceTimersByTime(9000);
    expect(sent).toEqual(['draw']);
  });

  test('can be taken back', () => {
    guard.request('draw', SAFE);
    expect(guard.cancel()).toBe(true);
    vi.advanceTimersByTime(9000);
    expect(sent).toEqual([]);
    expect(guard.cancel()).toBe(false);
  });

  test('is sent when it is pressed again, but not by a double click', () => {
    guard.request('draw', SAFE);
    vi.advanceTimersByTime(200);
    guard.request('draw', SAFE);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(400);
    guard.request('draw', SAFE);
    expect(sent).toEqual(['draw']);
    vi.advanceTimersByTime(9000);
    expect(sent).toEqual(['draw']);
  });

  test('is sent at once when the page is left, if it is held back', () => {
    guard.flush();
    expect(sent).toEqual([]);
    guard.request('draw', SAFE);
    guard.flush();
    expect(sent).toEqual(['draw']);
  });

  test('asks while tiles are at stake, and then is held back all the same', () => {
    guard.request('draw', RISKY);
    expect(guard.asking).toBe('draw');
    vi.advanceTimersByTime(9000);
    expect(sent).toEqual([]);
    guard.confirm(2500);
    expect(guard.asking).toBeNull();
    vi.advanceTimersByTime(2500);
    expect(sent).toEqual(['draw']);
  });

  test('asks again after it was not meant, and a second press means it', () => {
    guard.request('draw', RISKY);
    guard.cancel();
    guard.request('draw', RISKY);
    expect(guard.asking).toBe('draw');
    guard.request('draw', RISKY);
    expect(guard.asking).toBe('draw');
    vi.advanceTimersByTime(600);
    guard.request('draw', RISKY);
    vi.advanceTimersByTime(2500);
    expect(sent).toEqual(['draw']);
  });

  test('a pass asks as well, and waits for nothing', () => {
    guard.request('pass', { atStake: true, grace: 0 });
    expect(guard.asking).toBe('pass');
    guard.confirm(0);
    expect(sent).toEqual(['pass']);
  });
});
