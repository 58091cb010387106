/** True if a link points to the local computer and does not work on other devices. */
export const isLocalUrl = (url: string): boolean =>
  /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
