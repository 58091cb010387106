/** The files that store the games of the static page. */
import { expect, test } from 'vitest';

interface Stream {
  readonly node: unknown;
}
interface Operations {
  readonly node_ops: { setattr(node: unknown, attributes: { size: number }): void };
  readonly stream_ops: {
    write(stream: Stream, buffer: Uint8Array, offset: number, length: number, at: number): number;
  };
}
type Mount = { mount(): { node_ops: { lookup(parent: unknown, name: string): Operations } } };

class ErrnoError extends Error {
  constructor(readonly errno: number) {
    super();
  }
}

/** A file of a browser that gives only *quota* bytes. */
class Handle {
  size = 0;
  constructor(public quota: number) {}
  getSize = (): number => this.size;
  write(bytes: Uint8Array, { at }: { at: number }): number {
    this.truncate(Math.max(this.size, at + bytes.length));
    return bytes.length;
  }
  truncate(size: number): void {
    if (size > Math.max(this.quota, this.size)) throw new DOMException('', 'QuotaExceededError');
    this.size = size;
  }
}

async function mounted(quota: number) {
  const { mountFiles } = (await import('../../public/offline/files.js' as string)) as {
    mountFiles(FS: object, path: string, files: Map<string, Handle>, onfull: (full: boolean) => void): void;
  };
  const handle = new Handle(quota);
  const reported: boolean[] = [];
  let type: Mount | undefined;
  const FS = {
    ErrnoError,
    createNode: () => ({}),
    mkdirTree: () => {},
    mount: (mount: Mount) => (type = mount),
  };
  mountFiles(FS, '/games', new Map([['games', handle]]), (full) => reported.push(full));
  const file = type!.mount().node_ops.lookup(null, 'games');
  const write = (at: number, length: number): number =>
    file.stream_ops.write({ node: file }, new Uint8Array(length), 0, length, at);
  return { handle, reported, file, write };
}

test('a write beyond the quota fails as on a full disk, and is reported once', async () => {
  const { handle, reported, write } = await mounted(10);
  expect(write(0, 8)).toBe(8);
  for (const _ of [1, 2]) expect(() => write(8, 8)).toThrow(expect.objectContaining({ errno: 51 }) as Error);
  expect(handle.size).toBe(8);
  expect(reported).toEqual([true]);
});

test('undoing a transaction does not end the report, but space does', async () => {
  const { handle, reported, file, write } = await mounted(10);
  write(0, 8);
  expect(() => write(8, 8)).toThrow();
  write(0, 8);
  file.node_ops.setattr(file, { size: 4 });
  expect(reported).toEqual([true]);
  handle.quota = 20;
  write(4, 12);
  expect(reported).toEqual([true, false]);
});
