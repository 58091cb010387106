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
  test('is sent immediately without a grace period', () => {
    guard.request('draw', { atStake: false, grace: 0 });
    expect(sent).toEqual(['draw']);
    expect(guard.due).toBeNull();
  });

  test('is delayed, and sent once the grace period ends', () => {
    guard.request('draw', SAFE);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(2499);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual(['draw']);
    vi.advanceTimersByTime(9000);
    expect(sent).toEqual(['draw']);
  });

  test('can be undone', () => {
    guard.request('draw', SAFE);
    expect(guard.cancel()).toBe(true);
    vi.advanceTimersByTime(9000);
    expect(sent).toEqual([]);
    expect(guard.cancel()).toBe(false);
  });

  test('is sent when pressed again, but not by a double click', () => {
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

  test('is sent immediately when the page is closed during the grace period', () => {
    guard.flush();
    expect(sent).toEqual([]);
    guard.request('draw', SAFE);
    guard.flush();
    expect(sent).toEqual(['draw']);
  });

  test('asks if tiles are at stake, and is then delayed as usual', () => {
    guard.request('draw', RISKY);
    expect(guard.asking).toBe('draw');
    vi.advanceTimersByTime(9000);
    expect(sent).toEqual([]);
    guard.confirm(2500);
    expect(guard.asking).toBeNull();
    vi.advanceTimersByTime(2500);
    expect(sent).toEqual(['draw']);
  });

  test('asks again if it was cancelled; a second press confirms', () => {
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

  test('a pass also asks, but is not delayed', () => {
    guard.request('pass', { atStake: true, grace: 0 });
    expect(guard.asking).toBe('pass');
    guard.confirm(0);
    expect(sent).toEqual(['pass']);
  });
});
