/** Return the start of this site's addresses, to which a path is added. See `pathOf`. */
export const site = (): string =>
  location.search[1] === '/' ? `${location.origin}${location.pathname}?` : location.origin;
