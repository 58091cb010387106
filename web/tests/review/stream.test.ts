import { describe, expect, it, vi } from 'vitest';
import { take } from '../../src/review/stream';

const heard = () => ({ review: vi.fn(), progress: vi.fn() });

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
