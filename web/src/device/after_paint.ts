/**
 * Resolves after the next paint, or immediately if the document is hidden. Code that the first
 * paint does not need is loaded after this.
 */
export const afterPaint = (): Promise<void> =>
  new Promise((done) => {
    if (document.hidden) done();
    else requestAnimationFrame(() => setTimeout(done));
  });
