import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/net/error';
import { retry } from '../../src/net/retry';

const OFFLINE = new ApiError(0, 'offline', '');
const LATER = 6000; // milliseconds until it has retried

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/**
 * Retry a request that gets these responses in sequence, and then the last one again. Returns the mocks, and `stop`.
 */
function asked(...answers: (string | Error)[]) {
  const ask = vi.fn(async () => {
    const next = answers.length > 1 ? answers.shift()! : answers[0]!;
    if (next instanceof Error) throw next;
    return next;
  });
  const [onanswer, onfail] = [vi.fn(), vi.fn()];
  return { ask, onanswer, onfail, stop: retry(ask, onanswer, onfail) };
}

test('an unreachable server is retried until it responds, then no more', async () => {
  const { ask, onanswer, onfail } = asked(OFFLINE, new ApiError(503, 'server_busy', ''), 'here');
  for (let times = 0; times < 4; times++) await vi.advanceTimersByTimeAsync(LATER);
  expect(onfail.mock.calls.map(([error, before]) => [error.code, before])).toEqual([
    ['offline', 0],
    ['server_busy', 1],
  ]);
  expect(onanswer.mock.calls).toEqual([['here']]);
  expect(ask).toHaveBeenCalledTimes(3);
});

test('a refused request is not retried', async () => {
  const { ask, onfail } = asked(new ApiError(404, 'no_such_game', ''));
  await vi.advanceTimersByTimeAsync(LATER);
  expect(onfail).toHaveBeenCalledTimes(1);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('nothing is reported or retried after it is stopped', async () => {
  const { ask, onfail, stop } = asked(OFFLINE);
  stop();
  await vi.advanceTimersByTimeAsync(LATER);
  expect(onfail).not.toHaveBeenCalled();
  expect(ask).toHaveBeenCalledTimes(1);
});
