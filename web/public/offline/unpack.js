/** Downloads archives that `tilerummy static` has packed. They are compressed, because few web hosts compress them. */

const BLOCK = 512;
const NAME = [0, 100];
const SIZE = [124, 135];

/** Return a response with the content of a compressed archive. */
export async function unpacked(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Response(response.body.pipeThrough(new DecompressionStream('gzip')));
}

/** Write the files of a tar archive into a folder of Emscripten's file system. */
export function writeFiles(FS, folder, archive) {
  const bytes = new Uint8Array(archive);
  const text = (at, [from, to]) => new TextDecoder().decode(bytes.subarray(at + from, at + to)).split('\0')[0];
  for (let at = 0; bytes[at];) {
    const path = `${folder}/${text(at, NAME)}`;
    const size = parseInt(text(at, SIZE), 8);
    FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    FS.writeFile(path, bytes.subarray(at + BLOCK, at + BLOCK + size));
    at += BLOCK * (1 + Math.ceil(size / BLOCK));
  }
}
