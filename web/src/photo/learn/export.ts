/** Writes the learnt photos and the adapted layer as JSON, which is only saved on request. */
import type { Learnt } from './stored';

const base64 = (bytes: Uint8Array | Int8Array): string =>
  btoa(
    [...new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)]
      .map((byte) => String.fromCharCode(byte))
      .join(''),
  );

/** Return the photos' tiles and the adapted layer as JSON. Bytes are in Base64. */
export function asJson({ reader, photos, layer }: Learnt): string {
  return JSON.stringify({
    reader,
    photos: photos.map(({ samples }) => samples.map((each) => ({ ...each, features: base64(each.features) }))),
    layer: layer && {
      weights: base64(layer.weights),
      scales: [...layer.scales],
      biases: [...layer.biases],
    },
  });
}
