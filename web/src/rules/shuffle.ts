/**
 * Verifies a shuffle in the browser. The commitment must be the hash of the seed, and the tile order must follow from
 * the seed, the room and the contributions of all seats.
 */

const text = new TextEncoder();

const joined = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

/** Return the bytes encoded by a hexadecimal text, or null if the text is not valid. */
export function fromHex(hex: string): Uint8Array<ArrayBuffer> | null {
  const clean = hex.trim().toLowerCase();
  if (!/^([0-9a-f]{2})*$/.test(clean)) return null;
  return Uint8Array.from(clean.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The commitment to a seed. */
export async function commitmentOf(seed: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', joined(text.encode('commit-v1|'), seed));
  return toHex(new Uint8Array(digest));
}

/** Return the label that the seed is combined with, which consists of the game and the contributions. */
export const labelOf = (game: string, contributions: readonly string[]): string =>
  `shuffle-v1|${game}|${contributions.join('|')}`;

async function hmac(
  key: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message));
}

/**
 * Return the shuffled order: for each position, the index of the tile that ends up there. The tiles are shuffled from
 * the end by the Fisher-Yates algorithm, using unbiased 32-bit numbers from HMAC(HMAC(seed, label), counter).
 */
export async function orderOf(seed: Uint8Array<ArrayBuffer>, label: string, length: number): Promise<number[]> {
  const key = await hmac(seed, text.encode(label));
  const order = Array.from({ length }, (_, i) => i);
  let block: DataView | null = null;
  let counter = 0n;
  let at = 0;
  const next = async (): Promise<number> => {
    if (!block || at >= 32) {
      const count = new DataView(new ArrayBuffer(8));
      count.setBigUint64(0, counter++);
      block = new DataView((await hmac(key, new Uint8Array(count.buffer))).buffer);
      at = 0;
    }
    const number = block.getUint32(at);
    at += 4;
    return number;
  };
  for (let last = length - 1; last > 0; last--) {
    const bound = last + 1;
    const fair = 2 ** 32 - (2 ** 32 % bound);
    let number = await next();
    while (number >= fair) number = await next();
    const chosen = number % bound;
    [order[last], order[chosen]] = [order[chosen]!, order[last]!];
  }
  return order;
}

/** Return the tiles in a set in their canonical order: by colour, number and copy, with jokers last. */
export function tilesInOrder({
  numbers,
  colours,
  copies,
  jokers,
}: {
  numbers: number;
  colours: number;
  copies: number;
  jokers: number;
}): string[] {
  const letters = 'krbogypw'.slice(0, colours);
  const tiles = [...letters].flatMap((colour) =>
    Array.from({ length: numbers }, (_, i) => Array<string>(copies).fill(`${colour}${i + 1}`)).flat(),
  );
  return [...tiles, ...Array<string>(jokers).fill('*')];
}
