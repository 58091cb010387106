/** Return whether a link points to this computer (localhost), so that other devices cannot open it. */
export const isLocalUrl = (url: string): boolean =>
  /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
