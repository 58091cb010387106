/**
 * The code for drafts that is loaded after the first tiles have been shown: moves, fitting, error checks, rebasing, and
 * restoring saved drafts.
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

/** The deferred code, or null until it has been loaded. */
export let deferred: Awaited<ReturnType<typeof load>> | null = null;

export async function loadDeferred(): Promise<void> {
  deferred = await load();
}

/** Resolves once the first tiles have been painted on the screen. */
export const tilesPainted = (): Promise<unknown> =>
  new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));

/** Load the deferred code, unless it has been loaded already, after the first tiles have been painted. */
export async function loadAfterTiles(loaded: () => unknown): Promise<void> {
  if (deferred) return;
  await tilesPainted();
  await loadDeferred();
  loaded();
}
