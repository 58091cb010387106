/** Reads the size of a picture from the beginning of its file, so that a huge one need not be decoded. */

/** Return the number of pixels that a JPEG, PNG, WebP or GIF file has, or null for other files. */
export function pixelsIn(head: DataView): number | null {
  try {
    return png(head) ?? gif(head) ?? webp(head) ?? jpeg(head);
  } catch (error) {
    if (error instanceof RangeError) return null; // the file ends before its size
    throw error;
  }
}

const PNG = 0x89504e47;
const GIF = 0x47494638;
const RIFF = 0x52494646;
const WEBP = 0x57454250;
const VP8 = 0x56503820;
const VP8L = 0x5650384c;
const VP8X = 0x56503858;
const JPEG = 0xffd8;

function png(head: DataView): number | null {
  return head.getUint32(0) === PNG ? head.getUint32(16) * head.getUint32(20) : null;
}

function gif(head: DataView): number | null {
  return head.getUint32(0) === GIF ? head.getUint16(6, true) * head.getUint16(8, true) : null;
}

function webp(head: DataView): number | null {
  if (head.getUint32(0) !== RIFF || head.getUint32(8) !== WEBP) return null;
  const three = (at: number): number => head.getUint16(at, true) | (head.getUint8(at + 2) << 16);
  switch (head.getUint32(12)) {
    case VP8X:
      return (three(24) + 1) * (three(27) + 1);
    case VP8L: {
      const bits = head.getUint32(21, true);
      return ((bits & 0x3fff) + 1) * (((bits >> 14) & 0x3fff) + 1);
    }
    case VP8:
      return (head.getUint16(26, true) & 0x3fff) * (head.getUint16(28, true) & 0x3fff);
    default:
      return null;
  }
}

function jpeg(head: DataView): number | null {
  if (head.getUint16(0) !== JPEG) return null;
  for (let at = 2; ;) {
    const marker = head.getUint16(at);
    if (marker >> 8 !== 0xff) return null;
    const kind = marker & 0xff;
    // a frame: SOF0 to SOF15 without the three markers in between that are none
    if (kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc)
      return head.getUint16(at + 5) * head.getUint16(at + 7);
    at += kind === 0xff ? 1 : 2 + head.getUint16(at + 2);
  }
}
