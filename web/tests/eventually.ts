import { vi } from 'vitest';

/** Resolves when *check* passes; fails with its error only after 50 seconds, because a busy machine is slow. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 50_000 });
