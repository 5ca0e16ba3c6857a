"""What the pages had downloaded."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, Struct, UnsetType

from qa_appliance.core.evidence.links import Link


class DownloadedFile(Struct, rename="camel"):
    """`truncated`: above the cap, so it was stopped and nothing of it is kept; `size_bytes` is then what the server
    announced, or what had come. `failure`: why it did not come to its end for another reason.
    """

    filename: str
    size_bytes: int
    content_type: str
    step_index: int | None
    store_key: str | None = None
    truncated: bool = False
    failure: str | None = None
    url: str | UnsetType = UNSET  # made when it is read

    def linked(self, link: Link) -> DownloadedFile:
        return msgspec.structs.replace(self, url=link(self.store_key)) if self.store_key else self
