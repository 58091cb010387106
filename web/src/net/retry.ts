/** Repeats requests until the server responds. */

import { backoff } from './backoff';
import { showError } from './connection.svelte';
import { ApiError } from './error';

/** Return whether retrying may help, because the server was unreachable or busy, or reported a failure. */
export const isTransient = (error: unknown): boolean =>
  !(error instanceof ApiError) || !error.status || error.status === 429 || error.status >= 500;

/**
 * Send a request, and repeat it after each transient failure. Returns a function that stops the repetition. *onfail* is
 * called with each failure and the number of earlier failures. By default, the first failure is shown in a toast.
 */
export function retry<T>(
  ask: () => Promise<T>,
  onanswer: (answer: T) => void,
  onfail: (error: unknown, before: number) => void = (error, before) => before || showError(error),
): () => void {
  let failures = 0;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function failed(error: unknown): void {
    if (stopped) return;
    onfail(error, failures++);
    if (isTransient(error)) timer = setTimeout(go, backoff(failures, Math.random()));
  }
  function go(): void {
    ask().then((answer) => stopped || onanswer(answer), failed);
  }
  go();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
