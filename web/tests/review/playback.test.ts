import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { playBack } from '../../src/review/playback';
import type { StepView } from '../../src/net/types';

const step = (rows: string[][], hand: string[] = []): StepView => ({ code: 'add', sentence: '', rows, hand });
const STEPS = [step([['k1', 'k2'], []], ['k3']), step([['k1', 'k2', 'k3'], []])];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('shows each step for its time, and then ends', () => {
  const watch = vi.fn();
  const onend = vi.fn();
  playBack({ watch }, STEPS, { pace: 100, onstep: () => {}, onend });
  expect(watch.mock.calls).toEqual([[['k1 k2', 'k3'], { own: true }]]);
  vi.advanceTimersByTime(100);
  expect(watch).toHaveBeenLastCalledWith(['k1 k2 k3'], { own: true });
  expect(onend).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(onend).toHaveBeenCalledTimes(1);
  expect(watch).toHaveBeenCalledTimes(2);
});

it('stops showing steps once it is stopped', () => {
  const watch = vi.fn();
  const onend = vi.fn();
  playBack({ watch }, STEPS, { pace: 100, by: 1, onstep: () => {}, onend })();
  vi.advanceTimersByTime(1000);
  expect(watch.mock.calls).toEqual([[['k1 k2', 'k3'], { by: 1 }]]);
  expect(onend).not.toHaveBeenCalled();
});
