"""Pictures a page, or a part of it, and compares it with an accepted picture. Decides nothing about the step."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from playwright.async_api import Page

from qa_appliance.core.evidence.pictures import VisualResult
from qa_appliance.evidence.base.drawing import Box
from qa_appliance.evidence.base.options import EvidenceOptions, Save
from qa_appliance.evidence.base.timeline import Timeline
from qa_appliance.evidence.pictures.screenshots import Screenshots
from qa_appliance.evidence.pictures.visual import compare


class Comparisons:
    """All of one run; `results` in the order they were made."""

    def __init__(self, screenshots: Screenshots, timeline: Timeline, save: Save, options: EvidenceOptions) -> None:
        self.results: list[VisualResult] = []
        self._screenshots = screenshots
        self._timeline = timeline
        self._save = save
        self._options = options

    def withdraw(self) -> None:
        """What was compared until now is not to be seen."""
        results, self.results = self.results, []
        for key in {key for each in results for key in (each.baseline_store_key, each.diff_store_key) if key}:
            self._screenshots.forget_soon(key)

    async def take(
        self,
        page: Page,
        *,
        baseline: bytes | None,
        box: Box | None,
        masks: Sequence[Box],
        threshold: float,
    ) -> VisualResult | None:
        """Pictures the box in the viewport, or the whole page from its top, and compares (contract 2.1).

        `threshold` in percent of the pixels. Without a baseline the picture is only filed, as the step's `actual`.
        What it is compared with is filed with the run: the baseline may be replaced by another one any day.
        Raises what kept the picture from being taken or compared.
        """
        async with asyncio.timeout(self._options.part_seconds):
            view = await self._screenshots.still(page, box, self._options.full_page_height)
            actual, data = await self._screenshots.file_actual(view, self._timeline.step, box)
            if baseline is None:
                return None
            compared = await asyncio.to_thread(compare, baseline, data, masks=masks)
            name = actual.store_key.rpartition("/")[2]
            before = actual.store_key
            if baseline != data:
                before = await self._save(f"screenshots/{name.replace('-actual', '-baseline')}", baseline)
            difference = None
            if compared.picture:
                difference = await self._save(f"screenshots/{name.replace('-actual', '-diff')}", compared.picture)
        result = VisualResult(
            step_index=self._timeline.step,
            baseline_store_key=before,
            actual_store_key=actual.store_key,
            diff_store_key=difference,
            diff_pixel_count=compared.pixels,
            diff_percent=round(compared.percent, 4),
            threshold=threshold,
            passed=compared.percent <= threshold,
        )
        self.results.append(result)
        return result
