"""Writing a file whole: whatever ends the process meanwhile, the file holds the old text or the new one."""

from __future__ import annotations

import errno
import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, text: str, *, private: bool = False) -> None:
    """Write a text to a file in UTF-8, in place of what is there.

    private: whether nobody but the user may read it.
    It is written beside the file, forced to the disk and put in its place. Raises OSError where that cannot be done, or
    where something else than a file is there, such as a folder or a device; then that is as it was.
    """
    refuse_unwritable(path)
    target = path.resolve()
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=UNFINISHED)
    beside = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if not private:
            beside.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_mask())
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _force(target.parent)


def refuse_unwritable(path: Path) -> None:
    """Raise OSError where no file can be written: its folder is missing, or something is there that is no file."""
    target = path.resolve()
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder to write in", str(path.parent))
    if target.exists() and not target.is_file():
        raise FileExistsError(errno.EEXIST, "a folder or a device is there, and no file", str(path))


UNFINISHED = ".unfinished"
"""How the names of files end that were being written when their process ended; they can be deleted."""


def _mask() -> int:
    """The permissions that new files of this process do not get."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _force(folder: Path) -> None:
    """Force to the disk what stands in a folder, on systems that can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
