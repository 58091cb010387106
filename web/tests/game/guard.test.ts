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

describe('a play that can be taken back', () => {
  test('is sent after the delay, once', () => {
    const run = vi.fn();
    guard.hold(run, 5000);
    expect(guard.play).toBe(true);
    vi.advanceTimersByTime(4999);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledOnce();
    expect(guard.due).toBeNull();
    expect(guard.play).toBe(false);
  });

  test('is not sent after it was taken back', () => {
    const run = vi.fn();
    guard.hold(run, 5000);
    expect(guard.cancel()).toBe(true);
    vi.advanceTimersByTime(9000);
    expect(run).not.toHaveBeenCalled();
    expect(sent).toEqual([]);
  });

  test('is sent at once when it is requested again, or without a delay', () => {
    const run = vi.fn();
    guard.hold(run, 5000);
    guard.hold(run, 5000);
    expect(run).toHaveBeenCalledOnce();
    guard.hold(run, 0);
    expect(run).toHaveBeenCalledTimes(2);
    expect(guard.play).toBe(false);
  });
});
