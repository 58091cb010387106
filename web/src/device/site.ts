/** Return the start of this site's addresses; a path must be appended. See `pathOf`. */
export const site = (): string =>
  location.search[1] === '/' ? `${location.origin}${location.pathname}?` : location.origin;
