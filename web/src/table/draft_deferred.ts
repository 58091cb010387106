/**
 * Draft code that is loaded after the first tiles are shown: moves, fitting, errors, rebasing and
 * restoring.
 */

const load = async () => {
  const all = [
    import('./state/moves'),
    import('./state/fitting'),
    import('./state/rebase'),
    import('./state/restore'),
    import('./state/jokers'),
    import('./state/marks'),
    import('../rules/facts'),
  ] as const;
  const [moves, fitting, rebase, restore, jokers, marks, facts] = await Promise.all(all);
  return { ...moves, ...fitting, ...rebase, ...restore, ...jokers, ...marks, ...facts };
};

/** The deferred code, or null until it is loaded. */
export let deferred: Awaited<ReturnType<typeof load>> | null = null;

export async function loadDeferred(): Promise<void> {
  deferred = await load();
}

/** Resolves when the first tiles are on the screen. */
export const tilesPainted = (): Promise<unknown> =>
  new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));

/** Load the deferred code once the first tiles are painted. Loads it at most once. */
export async function loadAfterTiles(loaded: () => unknown): Promise<void> {
  if (deferred) return;
  await tilesPainted();
  await loadDeferred();
  loaded();
}
