/** True if a link points to this computer (localhost), which means that other devices cannot open it. */
export const isLocalUrl = (url: string): boolean =>
  /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
