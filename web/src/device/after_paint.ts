/**
 * Resolves when the page as it is now has been painted, or at once if it is hidden. What is not needed
 * for the first picture is loaded after that.
 */
export const afterPaint = (): Promise<void> =>
  new Promise((done) => {
    if (document.hidden) done();
    else requestAnimationFrame(() => setTimeout(done));
  });
