"""Uploaded files by the hash of their content, in a folder or at any fsspec URL."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Any, BinaryIO

from annoeval.problem import AnnoevalError
from annoeval.review.database import Unavailable, fault


class Files:
    """Bytes under their sha256, written once.

    where: a folder, or an fsspec URL such as `s3://bucket/folder` or `memory://files`.
    """

    def __init__(self, where: str | Path) -> None:
        self.where = str(where)
        self._remote: Any = None
        if "://" in self.where:
            import fsspec

            self._remote, self._root = fsspec.core.url_to_fs(self.where)
        else:
            Path(self.where).mkdir(parents=True, exist_ok=True)

    def put(self, data: bytes) -> str:
        """Keep these bytes; their sha256 in hex is how they are found again."""
        digest = hashlib.sha256(data).hexdigest()
        if self._remote is not None:
            path = f"{self._root}/{digest}"
            if not self._remote.exists(path):
                self._remote.makedirs(self._root, exist_ok=True)
                self._remote.pipe_file(path, data)
            return digest
        target = Path(self.where, digest)
        if not (target.exists() and hashlib.sha256(target.read_bytes()).hexdigest() == digest):
            self._write(data, target)
        return digest

    def _write(self, data: bytes, target: Path) -> None:
        """Whole or not at all. Raises Unavailable where it can't be written, and leaves nothing behind."""
        temporary = None
        try:
            handle, temporary = tempfile.mkstemp(dir=self.where)
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, target)
        except OSError as error:
            if temporary is not None:
                Path(temporary).unlink(missing_ok=True)
            raise Unavailable(f"Not stored: {fault(error)}.") from error

    def try_writing(self) -> None:
        """Writes a file and takes it away. Raises Unavailable where that fails."""
        if self._remote is None:
            target = Path(self.where, "tried")
            self._write(b"1", target)
            target.unlink(missing_ok=True)

    def remove(self, digest: str) -> None:
        """Take these bytes away; nothing happens where they are gone."""
        if self._remote is not None:
            path = f"{self._root}/{digest}"
            if self._remote.exists(path):
                self._remote.rm_file(path)
            return
        Path(self.where, digest).unlink(missing_ok=True)

    def open(self, digest: str) -> BinaryIO:
        """The bytes kept under this hash, to read in. Raises AnnoevalError when they are gone."""
        try:
            if self._remote is not None:
                remote: BinaryIO = self._remote.open(f"{self._root}/{digest}", "rb")
                return remote
            return Path(self.where, digest).open("rb")
        except FileNotFoundError:
            raise AnnoevalError(f"The stored file {digest[:12]} is gone from {self.where}; upload it again.") from None

    def get(self, digest: str, name: str = "") -> bytes:
        """The bytes kept under this hash. Raises AnnoevalError when they are gone or were altered.

        name: what people call the file.
        """
        try:
            if self._remote is not None:
                data: bytes = self._remote.cat_file(f"{self._root}/{digest}")
            else:
                data = Path(self.where, digest).read_bytes()
        except FileNotFoundError:
            raise AnnoevalError(
                f"The stored copy of {name or digest[:12]} is gone from {self.where}; drop it again to mend this."
            ) from None
        if hashlib.sha256(data).hexdigest() != digest:
            raise AnnoevalError(
                f"The stored copy of {name or digest[:12]} is damaged: it was altered in {self.where}; "
                "drop it again to mend this."
            )
        return data
