/**
 * Resolves after the next paint, or immediately if the document is hidden. Use it to load code that is not needed for
 * the first paint.
 */
export const afterPaint = (): Promise<void> =>
  new Promise((done) => {
    if (document.hidden) done();
    else requestAnimationFrame(() => setTimeout(done));
  });
