/**
 * Resolves after the next paint, or immediately if the document is hidden. Await this before loading code that the
 * first paint does not need.
 */
export const afterPaint = (): Promise<void> =>
  new Promise((done) => {
    if (document.hidden) done();
    else requestAnimationFrame(() => setTimeout(done));
  });
