"""numpy's arrays in files and archives of anybody: what they take is known before they do."""

from __future__ import annotations

import math
import zipfile
from collections.abc import Callable
from typing import Any, BinaryIO

import numpy as np

__all__ = ["BadArray", "members_of", "open_archive", "read_array", "read_member"]

#: What numpy packs with. The others can unpack a few bytes to gigabytes before anybody can stop it.
_PACKING = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

#: Arrays are read in blocks of this many bytes.
_BLOCK = 2**20

#: The end of an archive tells the size of its table of contents; a comment may follow.
_END, _END_SIZE, _LONGEST_COMMENT = b"PK\x05\x06", 22, 2**16

#: An entry of the table of contents takes up to this many times its size in memory.
_ENTRY_WEIGHT = 16

_HEADERS = {
    (1, 0): np.lib.format.read_array_header_1_0,
    (2, 0): np.lib.format.read_array_header_2_0,
    # Differs in the encoding of names only, and numpy has no public function for it.
    (3, 0): np.lib.format.read_array_header_2_0,
}


class BadArray(Exception):
    """Something is wrong with an array; the message goes on after its name."""


def open_archive(stream: BinaryIO, take: Callable[[int], None]) -> zipfile.ZipFile:
    """Open a zip archive.

    Parameters
    ----------
    stream : binary stream
        Its content.
    take : callable
        Is told how many bytes are about to be taken; raises if that is too much.

    Raises
    ------
    BadArray
        If it is none.
    """
    size = stream.seek(0, 2)
    stream.seek(max(0, size - _END_SIZE - _LONGEST_COMMENT))
    end = stream.read()
    at = end.rfind(_END)
    if at >= 0:
        # The largest number stands for a larger one: so many arrays are in no file of numpy.
        take(_ENTRY_WEIGHT * min(size, int.from_bytes(end[at + 12 : at + 16], "little")))
    stream.seek(0)
    try:
        return zipfile.ZipFile(stream)
    except Exception as error:  # zipfile trusts what it reads, and fails in many ways
        raise BadArray(f"is no archive of arrays, or damaged: {error}") from None


def members_of(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Return the arrays of an archive by their names."""
    members = {
        info.filename.removesuffix(".npy"): info
        for info in archive.infolist()
        if info.filename.endswith(".npy")
    }
    for info in members.values():
        if info.compress_type not in _PACKING:
            raise BadArray(
                f"is damaged, or not written by numpy: {info.filename!r} is packed by method "
                f"{info.compress_type} of zip"
            )
    return members


def read_member(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, take: Callable[[int], None]
) -> np.ndarray:
    """Read an array of an archive; see `read_array`."""
    try:
        stream = archive.open(member)
    except Exception as error:  # such as a password
        raise BadArray(f"is damaged: {error}") from None
    with stream:
        return read_array(stream, take)


def read_array(stream: Any, take: Callable[[int], None]) -> np.ndarray:
    """Read an array of plain values.

    Parameters
    ----------
    stream : binary stream
        What `numpy.save` wrote.
    take : callable
        Is told how many bytes the array has, before they are taken; raises if that is too much.

    Returns
    -------
    ndarray
        The array, in the byte order of this machine.

    Raises
    ------
    BadArray
        If it is no array, or holds Python objects.
    """
    try:
        shape, fortran, dtype = _HEADERS[np.lib.format.read_magic(stream)](stream)
    except Exception as error:  # numpy parses the header as Python, which fails in many ways
        raise BadArray(f"is no array of numpy, or damaged: {error}") from None
    if dtype.hasobject:
        raise BadArray(
            "holds Python objects, which only pickle could read; that is unsafe. Save it as "
            "numbers, e.g. array.astype(float)"
        )
    if dtype.itemsize == 0 or not all(type(size) is int and size >= 0 for size in shape):
        raise BadArray(f"is damaged: {shape} values of {dtype.itemsize} bytes")
    size = math.prod(shape) * dtype.itemsize
    take(size)
    content = np.empty(size, dtype=np.uint8)
    for at in range(0, size, _BLOCK):
        part = content[at : at + _BLOCK]
        block = _read(stream, len(part))
        if len(block) < len(part):
            raise BadArray("is damaged: it ends too early")
        part[:] = np.frombuffer(block, dtype=np.uint8)
    array = content.view(dtype)
    if not dtype.isnative:
        array = array.byteswap(inplace=True).view(dtype.newbyteorder("="))
    try:
        return array.reshape(shape[::-1]).T if fortran else array.reshape(shape)
    except ValueError as error:  # of no values, but too many dimensions or too large ones
        raise BadArray(f"is damaged: {error}") from None


def _read(stream: Any, size: int) -> bytes:
    try:
        return bytes(stream.read(size))
    except ValueError:  # it delivers no more than it may, and says so
        raise
    except Exception as error:  # zipfile and zlib have many
        raise BadArray(f"is damaged: {error}") from None
