"""A disk for SQLite that can be full, broken or cut off from power."""

from __future__ import annotations

import random
from pathlib import Path

import apsw

Write = tuple[int, bytes]


class _File(apsw.VFSFile):
    """A file whose unsynced writes are recorded."""

    def __init__(self, disk: Disk, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        self._disk = disk
        self._path = Path(name.filename() if isinstance(name, apsw.URIFilename) else name or "")
        super().__init__(disk.base, name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._disk.written(self._path, offset, bytes(data))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self._disk.trouble()
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._disk.trouble()
        super().xSync(flags)
        self._disk.synced(self._path)


class Disk(apsw.VFS):
    """A simulated disk for all files, until it is unregistered."""

    def __init__(self) -> None:
        self.base = next(name for name in apsw.vfs_names() if name.startswith(("unix", "win32")))
        self.error: type[apsw.Error] | None = None
        self.after = 0
        self._safe: dict[Path, bytes] = {}
        self._unsafe: dict[Path, list[Write]] = {}
        super().__init__("disk", self.base, makedefault=True)

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> _File:  # noqa: N802
        return _File(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: FBT001, N802
        super().xDelete(filename, syncdir)
        self._safe.pop(Path(filename), None)
        self._unsafe.pop(Path(filename), None)

    def trouble(self) -> None:
        """Raise the error of the test, *after* a number of successful writes."""
        if self.error is None:
            return
        if self.after:
            self.after -= 1
            return
        raise self.error("the disk failed")

    def written(self, path: Path, offset: int, data: bytes) -> None:
        """Record a write that may be lost."""
        self.trouble()
        self._unsafe.setdefault(path, []).append((offset, data))

    def synced(self, path: Path) -> None:
        """Record that the writes are safe."""
        self._safe[path] = path.read_bytes()
        self._unsafe.pop(path, None)

    def cut(self, to: Path, rng: random.Random) -> None:
        """Write the files as after a power cut into *to*: synced data, and randomly more."""
        for path, safe in self._safe.items():
            content = bytearray(safe)
            for offset, data in self._unsafe.get(path, []):
                if rng.random() < 0.5:
                    torn = data[: rng.choice([len(data), len(data) // 2])]
                    content[len(content) :] = bytes(max(0, offset - len(content)))
                    content[offset : offset + len(torn)] = torn
            (to / path.name).write_bytes(content)
