/** Requests a review from the server, which sends it as a stream of events while computing it. */

import { ApiError } from '../net/error';
import { identify } from '../net/identity';
import type { Review } from '../net/types/review';
import type { Depth, Source } from './types';

export interface Heard {
  review(found: Review, done: boolean): void;
  progress(share: number): void;
}

/**
 * Request a review. Resolves once the review is finished. Throws ApiError if the request fails, and AbortError if it is
 * cancelled through `signal`.
 */
export async function reviewOf(
  source: Source,
  seat: number,
  depth: Depth,
  heard: Heard,
  signal: AbortSignal,
): Promise<void> {
  await identify();
  const response = await request(source, seat, depth, signal).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ApiError(0, 'offline', 'no connection');
  });
  if (!response.ok || !response.body) throw new ApiError(response.status, `http_${response.status}`, '');
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
  if (!done) throw new ApiError(0, 'broken_off', 'the review was broken off');
}

function request(source: Source, seat: number, depth: Depth, signal: AbortSignal): Promise<Response> {
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
  if (name === 'error') throw new ApiError(503, found.code, found.message);
  if (name === 'progress') heard.progress(found.share);
  if (name === 'review') heard.review(found.review, found.done);
  return name === 'review' && found.done;
}
