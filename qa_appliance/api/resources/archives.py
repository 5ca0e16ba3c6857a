"""A whole run as one file, by a signed link. Never makes the file before it is sent."""

from __future__ import annotations

from litestar import get
from starlette.responses import Response, StreamingResponse

from qa_appliance.api.http.about import Request, about
from qa_appliance.api.http.needs import Doors
from qa_appliance.api.resources.artifacts import SIGNED, check_signature
from qa_appliance.core.errors import NotFound
from qa_appliance.store.files.artifacts import archive_of
from qa_appliance.store.views import archive


@get(
    "/api/runs/{id:str}/archive",
    **about(
        "Fetch everything of a run by its signed link", "Artifacts", who="nobody", answer=bytes,
        media="application/zip", refuses=(403, 404), query=SIGNED,
    ),
)  # fmt: skip
async def fetch_archive(request: Request, doors: Doors) -> Response:
    run_id: str = request.path_params["id"]
    check_signature(request, doors, archive_of(run_id))
    contents = await archive.gather(doors.db, doors.vault, doors.artifacts, run_id)
    if contents is None:
        raise NotFound("Run not found")
    headers = {
        "Content-Disposition": f'attachment; filename="run-{run_id[:8]}.zip"',
        "Cache-Control": "private, no-store",
        "Cross-Origin-Resource-Policy": "same-origin",
    }
    if request.scope["state"]["head"]:
        return Response(headers=headers, media_type="application/zip")
    return StreamingResponse(archive.pack(contents), headers=headers, media_type="application/zip")
