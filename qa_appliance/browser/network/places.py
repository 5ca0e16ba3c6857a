"""The language and the time zone a test names for the whole of it. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from qa_appliance.core.run import Site
from qa_appliance.core.steps import Step, Surroundings

_TAG = re.compile(r"[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?")
_SPOKEN = {
    "arabic": "ar-EG",
    "chinese": "zh-CN",
    "czech": "cs-CZ",
    "danish": "da-DK",
    "dutch": "nl-NL",
    "english": "en-US",
    "finnish": "fi-FI",
    "french": "fr-FR",
    "german": "de-DE",
    "greek": "el-GR",
    "hebrew": "he-IL",
    "hindi": "hi-IN",
    "hungarian": "hu-HU",
    "italian": "it-IT",
    "japanese": "ja-JP",
    "korean": "ko-KR",
    "norwegian": "nb-NO",
    "polish": "pl-PL",
    "portuguese": "pt-PT",
    "romanian": "ro-RO",
    "russian": "ru-RU",
    "spanish": "es-ES",
    "swedish": "sv-SE",
    "turkish": "tr-TR",
    "ukrainian": "uk-UA",
    "american english": "en-US",
    "british english": "en-GB",
    "austrian german": "de-AT",
    "swiss german": "de-CH",
    "brazilian portuguese": "pt-BR",
}


def spoken(language: str) -> str | None:
    """The tag of a language: de-DE of German; None of one that is not known."""
    return language if _TAG.fullmatch(language) else _SPOKEN.get(language.casefold())


def zone(name: str) -> str | None:
    try:
        return ZoneInfo(name).key
    except (KeyError, ValueError, OSError):
        return None


def with_surroundings(site: Site, steps: Sequence[Step]) -> Site:
    """The site as the steps before the first deed would have its browser; what is not known is left to them."""
    for step in steps:
        if isinstance(step, Surroundings) and step.move == "language":
            site = replace(site, locale=spoken(step.what) or site.locale)
        elif isinstance(step, Surroundings) and step.move == "zone":
            site = replace(site, timezone=zone(step.what) or site.timezone)
        elif step.traits.performs and step.traits.acts:
            break
    return site
