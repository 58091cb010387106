/**
 * A folder for Emscripten whose files are in the browser's private file system. A file exists as soon as it has been
 * opened here, and only this worker can use it until it is closed.
 */

const FOLDER = 0o40700;
const FILE = 0o100600;

/** Open these files. Raises an error if another tab has opened one of them. */
export async function openFiles(names) {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('tilerummy', { create: true });
  const handles = new Map();
  for (const name of names) {
    const file = await folder.getFileHandle(name, { create: true });
    handles.set(name, await file.createSyncAccessHandle());
  }
  return handles;
}

/**
 * Mount a folder with these files, and no others. *onfull* is called with true if the browser gives no more space, and
 * with false once it does.
 */
export function mountFiles(FS, path, handles, onfull) {
  const fail = (code) => {
    throw new FS.ErrnoError(code);
  };
  const ENOENT = 44;
  const ENOSPC = 51;
  let full = false;

  /** Change a file. If there is too little space, SQLite undoes the transaction, for which no file has to grow. */
  function change(work, grows = false) {
    try {
      const result = work();
      if (full && grows) onfull((full = false));
      return result;
    } catch {
      if (!full) onfull((full = true)); // the browser's quota
      return fail(ENOSPC);
    }
  }

  const times = { atime: new Date(0), mtime: new Date(0), ctime: new Date(0) };

  function stat(node) {
    const size = node.handle ? node.handle.getSize() : 4096;
    return {
      ...{ dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size },
      ...{ ...times, blksize: 4096, blocks: Math.ceil(size / 4096) },
    };
  }

  function nodeOf(parent, name) {
    const handle = handles.get(name);
    if (!handle) fail(ENOENT);
    const node = FS.createNode(parent, name, FILE, 0);
    return Object.assign(node, { handle, node_ops: ofFiles, stream_ops: streams });
  }

  const ofFiles = {
    getattr: stat,
    setattr(node, { size }) {
      if (size !== undefined) change(() => node.handle.truncate(size));
    },
  };
  const ofFolder = {
    getattr: stat,
    setattr() {},
    lookup: nodeOf,
    mknod: (parent, name) => (handles.has(name) ? nodeOf(parent, name) : fail(ENOSPC)),
    unlink: (_parent, name) => handles.get(name)?.truncate(0),
    readdir: () => ['.', '..', ...handles.keys()],
  };
  const streams = {
    read: ({ node }, buffer, offset, length, at) =>
      node.handle.read(buffer.subarray(offset, offset + length), { at }),
    write: ({ node }, buffer, offset, length, at) =>
      change(
        () => node.handle.write(buffer.slice(offset, offset + length), { at }),
        at + length > node.handle.getSize(),
      ),
    llseek(stream, offset, whence) {
      const from = [0, stream.position, stream.node.handle.getSize()][whence];
      return from + offset;
    },
    fsync: ({ node }) => change(() => node.handle.flush()),
  };
  const type = {
    mount() {
      const node = FS.createNode(null, '/', FOLDER, 0);
      return Object.assign(node, { node_ops: ofFolder, stream_ops: {} });
    },
  };
  FS.mkdirTree(path);
  FS.mount(type, {}, path);
}
