/** Return the texts as sentences: each ends with a full stop unless it already ends with a punctuation mark. */
export const sentences = (texts: readonly string[]): string =>
  texts.map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`)).join(' ');
