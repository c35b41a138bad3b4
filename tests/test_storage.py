"""Files are there as a whole, or not at all."""

import os
import stat

import pytest

from pyelki_losdd._storage import replacing

posix = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX system")


def write(path, content=b"new"):
    with replacing(path) as stream:
        stream.write(content)


def test_writes_and_replaces(tmp_path):
    path = tmp_path / "file"
    write(path, b"old")
    write(str(path), b"new")
    assert path.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, MemoryError])
def test_what_fails_leaves_the_old_file(tmp_path, error):
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fail():
        with replacing(path) as stream:
            stream.write(b"half")
            raise error

    with pytest.raises(error):
        fail()
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


@posix
def test_full_disk(tmp_path):
    """What the system says names the file that was asked for, and nothing is left."""
    resource = pytest.importorskip("resource")
    signal = pytest.importorskip("signal")
    limits, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.getsignal(signal.SIGXFSZ)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(OSError, match=r"too large") as caught:
            write(tmp_path / "file", b"x" * 10_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert caught.value.filename == str(tmp_path / "file")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("place", ["missing/file", "file/file", ""])
def test_errors_name_the_file(tmp_path, place):
    (tmp_path / "file").touch()
    with pytest.raises((FileNotFoundError, NotADirectoryError, IsADirectoryError)) as caught:
        write(tmp_path / place)
    assert caught.value.filename == str(tmp_path / place)
    assert os.listdir(tmp_path) == ["file"]


def test_errors_about_other_files_stay_as_they_are(tmp_path):
    with pytest.raises(FileNotFoundError) as caught, replacing(tmp_path / "file"):
        (tmp_path / "other").read_bytes()
    assert caught.value.filename == str(tmp_path / "other")


@posix
def test_permissions_stay(tmp_path):
    path = tmp_path / "file"
    path.touch()
    path.chmod(0o640)
    write(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@posix
def test_devices_are_not_replaced(tmp_path):
    write(os.devnull)
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)
    read, wrote = os.pipe()
    try:
        write(f"/dev/fd/{wrote}")
        assert os.read(read, 10) == b"new"
    finally:
        os.close(read)
        os.close(wrote)


@posix
def test_links_are_followed(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is full")
def test_errors_name_the_device():
    with pytest.raises(OSError, match="No space left") as caught:
        write("/dev/full")
    assert caught.value.filename == "/dev/full"


def test_long_names(tmp_path):
    """The temporary name is no reason to refuse a name that the system allows."""
    for name in ("x" * 255, "\N{SNOWMAN}" * 85):
        write(tmp_path / name)
        assert (tmp_path / name).read_bytes() == b"new"
    with pytest.raises(OSError, match="too long"):
        write(tmp_path / ("x" * 256))
    assert len(os.listdir(tmp_path)) == 2


@posix
def test_loops_of_links(tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(OSError, match="symbolic links"):
        write(tmp_path / "a")
