"""What a picture's header says of its size: every frame of a film is asked for it."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from qa_appliance.evidence.base.drawing import size_of


def picture(form: str, **options: object) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (640, 361), "teal").save(out, form, **options)
    return out.getvalue()


@pytest.mark.parametrize(
    "bytes_",
    [b"", b"\xff\xd8", b"\xff\xd8\xff", picture("JPEG")[:20], picture("PNG"), picture("JPEG")[2:]],
    ids=[
        "nothing",
        "only its first mark",
        "the half of a second mark",
        "broken off",
        "a PNG",
        "without its first mark",
    ],
)
def test_what_has_no_size(bytes_: bytes) -> None:
    with pytest.raises(ValueError, match="without a size"):
        size_of(bytes_)


@pytest.mark.parametrize(
    "jpeg",
    [picture("JPEG"), picture("JPEG", progressive=True), picture("JPEG", exif=b"Exif\x00\x00" + b"\xff\xc0" * 900)],
    ids=["plain", "in several passes", "with a long segment before it"],
)
def test_the_size_of_a_jpeg(jpeg: bytes) -> None:
    assert size_of(jpeg) == (640, 361)
