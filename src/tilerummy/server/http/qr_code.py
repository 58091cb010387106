"""QR codes for links."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO


@lru_cache(maxsize=512)
def qr_svg(text: str) -> str:
    """Return a QR code for *text* as SVG, always dark on a light background."""
    import segno  # only servers need it

    out = BytesIO()
    segno.make_qr(text, error="m").save(
        out, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, scale=4
    )
    return out.getvalue().decode().strip()
