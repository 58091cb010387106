/**
 * Resolves when what is shown now is on the screen, or at once where nobody looks. What is needed
 * only then is loaded then: the tiles of a game do not wait for it.
 */
export const afterPaint = (): Promise<void> =>
  new Promise((done) => {
    if (document.hidden) done();
    else requestAnimationFrame(() => setTimeout(done));
  });
