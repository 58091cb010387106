/** Whether a link leads to this computer whoever opens it, and so works nowhere else. */
export const isLocalUrl = (url: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
