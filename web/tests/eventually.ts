import { vi } from 'vitest';

/** Resolves once *check* passes. Fails with its error after 50 seconds, which is enough even on a busy machine. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 50_000 });
