"""Photos are decoded upright and within limits; other files are refused with a reason."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tilerummy.vision.photos import LARGEST, READ, PhotoError, decode

RED, BLUE = (250, 10, 10), (10, 10, 250)


def saved(path: Path, size: tuple[int, int], orientation: int | None = None) -> Path:
    """Save a red picture whose left third is blue."""
    picture = Image.new("RGB", size, RED)
    picture.paste(BLUE, (0, 0, size[0] // 3, size[1]))
    exif = picture.getexif()
    if orientation is not None:
        exif[0x0112] = orientation
    picture.save(path, exif=exif)
    return path


def colour_at(photo: Path, x: float, y: float) -> str:
    pixels = decode(photo)
    at = 3 * (int(y * pixels.height) * pixels.width + int(x * pixels.width))
    red, _, blue = pixels.rgb[at : at + 3]
    return "red" if red > blue else "blue"


def test_a_photo_is_turned_as_its_exif_orientation_says(tmp_path: Path) -> None:
    plain = saved(tmp_path / "plain.jpg", (90, 60))
    assert colour_at(plain, 0.1, 0.5) == "blue"
    turned = saved(tmp_path / "turned.jpg", (90, 60), orientation=6)  # clockwise
    pixels = decode(turned)
    assert (pixels.width, pixels.height, pixels.upright) == (60, 90, (60, 90))
    assert colour_at(turned, 0.5, 0.1) == "blue"
    assert colour_at(turned, 0.1, 0.9) == "red"


@pytest.mark.parametrize("orientation", [1, 6])
def test_a_large_photo_is_decoded_smaller(tmp_path: Path, orientation: int) -> None:
    large = saved(tmp_path / "large.jpg", (6000, 4000), orientation=orientation)
    pixels = decode(large)
    assert READ / 5 < pixels.width * pixels.height <= READ
    assert len(pixels.rgb) == pixels.width * pixels.height * 3
    assert pixels.upright == ((6000, 4000) if orientation == 1 else (4000, 6000))
    assert pixels.scale * pixels.width == pytest.approx(pixels.upright[0], rel=0.002)


@pytest.mark.parametrize("tag", [0x0100, 0x010D])
def test_damaged_exif_data_is_ignored(tmp_path: Path, tag: int) -> None:
    picture = Image.new("RGB", (90, 60), RED)
    exif = picture.getexif()
    exif[0x0112], exif[0x011A] = 6, 72.0
    picture.save(tmp_path / "whole.jpg", exif=exif)
    content = (tmp_path / "whole.jpg").read_bytes()
    resolution = struct.pack(">2H", 0x011A, 5)
    assert resolution in content
    # these tags are not fractions
    pixels = decode(BytesIO(content.replace(resolution, struct.pack(">2H", tag, 5))))
    assert (pixels.width, pixels.height) == (90, 60)
    assert pixels.rgb[0] > 200


def png_of_size(width: int, height: int) -> bytes:
    """Return the beginning of a picture that claims to be this large."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content))
            + name
            + content
            + struct.pack(">I", zlib.crc32(name + content))
        )

    head = struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)
    data = chunk(b"IDAT", zlib.compress(bytes(1000)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + data + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(8000, 6251), (12_000, 9000), (60_000, 60_000)])
def test_a_picture_that_claims_to_be_huge_is_refused_undecoded(size: tuple[int, int]) -> None:
    assert size[0] * size[1] > LARGEST
    with pytest.raises(PhotoError, match="more than 50 megapixels"):
        decode(BytesIO(png_of_size(*size)))


@pytest.mark.parametrize(
    "content", [b"", b"r7 k7 b7", b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n"]
)
def test_other_files_are_refused(content: bytes) -> None:
    with pytest.raises(PhotoError, match="not a picture that can be read; save it as JPEG"):
        decode(BytesIO(content))


def test_a_cut_picture_is_refused(tmp_path: Path) -> None:
    whole = saved(tmp_path / "whole.jpg", (400, 300)).read_bytes()
    with pytest.raises(PhotoError, match="the picture is damaged"):
        decode(BytesIO(whole[: len(whole) // 2]))
    with pytest.raises(PhotoError, match="the picture is damaged"):
        decode(BytesIO(png_of_size(100, 100)))


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        decode(tmp_path / "missing.jpg")


@pytest.mark.parametrize("mode", ["L", "P", "RGBA", "CMYK", "1"])
def test_all_kinds_of_pixels_become_rgb(mode: str) -> None:
    pixels = decode(Image.new(mode, (20, 10)))
    assert len(pixels.rgb) == 20 * 10 * 3


def test_a_transparent_picture_is_on_white() -> None:
    picture = Image.new("RGBA", (20, 10), (255, 0, 0, 0))
    picture.paste((0, 0, 255, 255), (0, 0, 10, 10))
    pixels = decode(picture)
    assert (pixels.rgb[:3], pixels.rgb[-3:]) == (bytes([0, 0, 255]), bytes([255] * 3))


def test_a_large_picture_with_a_palette_is_averaged() -> None:
    picture = Image.new("P", (6000, 6000))
    picture.putpalette([0, 0, 0, 255, 255, 255])
    for left in range(0, 6000, 2):
        picture.paste(1, (left, 0, left + 1, 6000))
    pixels = decode(picture)
    assert any(50 < value < 200 for value in pixels.rgb[:3000])
