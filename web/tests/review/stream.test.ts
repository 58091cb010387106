import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../src/net/error';
import { reviewOf, take } from '../../src/review/stream';

vi.mock('../../src/net/identity', () => ({ identify: () => Promise.resolve() }));

const heard = () => ({ review: vi.fn(), progress: vi.fn(), failed: vi.fn() });

describe('an event of a review', () => {
  it('may be progress', () => {
    const listener = heard();
    expect(take('event: progress\ndata: {"share":0.25}', listener)).toBe(false);
    expect(listener.progress).toHaveBeenCalledWith(0.25);
  });
  it('may be a partial result, and finally the complete one', () => {
    const listener = heard();
    expect(take('event: review\ndata: {"done":false,"review":{"v":2}}', listener)).toBe(false);
    expect(take('event: review\ndata: {"done":true,"review":{"v":2}}', listener)).toBe(true);
    expect(listener.review).toHaveBeenLastCalledWith({ v: 2 }, true);
  });
  it('may be an error, which is thrown', () =>
    expect(() => take('event: error\ndata: {"code":"server_busy","message":"later"}', heard())).toThrow('later'));
  it('may be just a keep-alive', () => {
    const listener = heard();
    expect(take(': still at it', listener)).toBe(false);
    expect(listener.review).not.toHaveBeenCalled();
  });
});

describe('the request for a review', () => {
  const LATER = 60_000; // milliseconds until it has been repeated
  const DONE = 'event: review\ndata: {"done":true,"review":{"v":4}}\n\n';
  const failing = (code: string): string => `event: error\ndata: {"code":"${code}","message":""}\n\n`;
  const busy = () => Response.json({ error: { code: 'server_busy', message: 'later' } }, { status: 503 });
  const fetched = vi.fn<() => Promise<Response>>();
  const asked = (listener: ReturnType<typeof heard>, signal = new AbortController().signal): Promise<void> =>
    reviewOf({ game: 'g' }, 0, 'quick', listener, signal);

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', fetched.mockReset());
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is repeated while the server is busy, which is said', async () => {
    fetched.mockResolvedValueOnce(busy()).mockResolvedValueOnce(new Response(failing('server_busy')));
    fetched.mockResolvedValueOnce(new Response(DONE));
    const listener = heard();
    const review = asked(listener);
    await vi.advanceTimersByTimeAsync(LATER);
    await review;
    expect(listener.failed.mock.calls.map(([error]) => (error as ApiError).code)).toEqual([
      'server_busy',
      'server_busy',
    ]);
    expect(listener.review).toHaveBeenLastCalledWith({ v: 4 }, true);
  });
  it.each(['bad_record', 'no_review'])('is not repeated if the review fails: %s', async (code) => {
    fetched.mockResolvedValue(new Response(failing(code)));
    await expect(asked(heard())).rejects.toMatchObject({ code });
    expect(fetched).toHaveBeenCalledOnce();
  });
  it('is not repeated once it is cancelled', async () => {
    fetched.mockImplementation(() => Promise.resolve(busy()));
    const cancel = new AbortController();
    const review = expect(asked(heard(), cancel.signal)).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(0);
    cancel.abort();
    await vi.advanceTimersByTimeAsync(LATER);
    await review;
    expect(fetched).toHaveBeenCalledOnce();
  });
});
