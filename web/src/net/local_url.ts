/** Whether a link names the local computer, so that it does not work on another device. */
export const isLocalUrl = (url: string): boolean =>
  /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
