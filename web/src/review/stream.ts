/** Requests a review from the server, which sends it as a stream of events while computing it. */

import { request } from '../net/api';
import { ApiError } from '../net/error';
import { identify } from '../net/identity';
import { isTransient, retry } from '../net/retry';
import type { ErrorResponse, ReviewTry, TryAnswer } from '../net/types/http';
import type { Review } from '../net/types/review';
import type { Depth, Source } from './types';

export interface Heard {
  review(found: Review, done: boolean): void;
  progress(share: number): void;
  /** Called if the server is busy or cannot be reached, before the review is requested again. */
  failed(error: unknown): void;
}

/** The errors of a running review that pass. */
const PASSING: readonly string[] = ['server_busy', 'storage', 'server_error'];

/**
 * Request a review, again and again if the server is busy or cannot be reached. Resolves once the review is finished.
 * Rejects with ApiError if it is refused, and with AbortError if it is cancelled through `signal`.
 */
export function reviewOf(
  source: Source,
  seat: number,
  depth: Depth,
  heard: Heard,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = retry(
      () => requested(source, seat, depth, heard, signal),
      () => resolve(),
      (error) => (isTransient(error) ? heard.failed(error) : reject(error as Error)),
    );
    signal.addEventListener('abort', () => {
      stop();
      reject(signal.reason as Error);
    });
  });
}

async function requested(
  source: Source,
  seat: number,
  depth: Depth,
  heard: Heard,
  signal: AbortSignal,
): Promise<void> {
  await identify();
  const response = await sent(source, seat, depth, signal).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ApiError(0, 'offline', 'no connection');
  });
  if (!response.ok || !response.body) {
    const answer = (await response.json().catch(() => null)) as Partial<ErrorResponse> | null;
    throw new ApiError(
      response.status,
      answer?.error?.code ?? `http_${response.status}`,
      answer?.error?.message ?? '',
    );
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let done = false;
  for (;;) {
    const { value, done: over } = await reader.read();
    if (over) break;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) done = take(block, heard) || done;
  }
  if (!done) throw new ApiError(0, 'offline', 'the review was broken off');
}

function sent(source: Source, seat: number, depth: Depth, signal: AbortSignal): Promise<Response> {
  if ('game' in source)
    return fetch(`/api/games/${encodeURIComponent(source.game)}/review?seat=${seat}&depth=${depth}`, { signal });
  const headers = { 'X-Tile-Rummy': '1', 'Content-Type': 'application/json' };
  return fetch('/api/review', {
    method: 'POST',
    headers,
    body: JSON.stringify({ record: source.record, seat, depth }),
    signal,
  });
}

/** Ask the server to compare a play in a reviewed decision with the play from the game. */
export const compareTry = (source: Source, tried: ReviewTry): Promise<TryAnswer> =>
  'game' in source
    ? request('POST', `/games/${encodeURIComponent(source.game)}/review/try`, tried)
    : request('POST', '/review/try', { ...tried, record: source.record });

/** Handle one event from the server. Returns whether the review is finished. */
export function take(block: string, heard: Heard): boolean {
  const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
  if (!data) return false;
  const found = JSON.parse(data) as {
    share: number;
    done: boolean;
    review: Review;
    code: string;
    message: string;
  };
  if (name === 'error') throw new ApiError(PASSING.includes(found.code) ? 503 : 400, found.code, found.message);
  if (name === 'progress') heard.progress(found.share);
  if (name === 'review') heard.review(found.review, found.done);
  return name === 'review' && found.done;
}
