import { expect, test } from 'vitest';
import { UNTIMED, nextReserve, timeLeftIn } from '../../src/rules/time_control';
import golden from './clocks.json';

test('the time left and the next reserve are the same as on the server', () => {
  expect(golden.length).toBeGreaterThan(100);
  for (const [turn_ms, increment_ms, bronstein_ms, whole, used, ...expected] of golden) {
    const control = {
      ...UNTIMED,
      turn_ms: turn_ms ?? null,
      reserve_ms: whole!,
      increment_ms: increment_ms!,
      bronstein_ms: bronstein_ms!,
    };
    const { left, reserve } = timeLeftIn(control, whole!, used!);
    expect([left, reserve, nextReserve(control, whole!, used!)]).toEqual(expected);
  }
});
