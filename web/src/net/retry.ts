/** Asking for what a page needs until the server answers. */

import { backoff } from './backoff';
import { showError } from './connection.svelte';
import { ApiError } from './error';

/** Whether another try can help: the server was not there, was busy or failed. */
export const isTransient = (error: unknown): boolean =>
  !(error instanceof ApiError) || !error.status || error.status === 429 || error.status >= 500;

/**
 * Ask, and again later while there is no answer; returns how to stop. *onfail* is told of each failure
 * and how many there were before it; without it the first one is shown in a toast.
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
