"""What a sentence calls permissions and looks of the browser, by Playwright's names. Pure."""

from __future__ import annotations

PERMISSIONS: dict[str, tuple[str, ...]] = {
    "camera": ("camera",),
    "microphone": ("microphone",),
    "notifications": ("notifications",),
    "clipboard": ("clipboard-read", "clipboard-write"),
    "location": ("geolocation",),
}
LOOKS: dict[str, dict[str, str]] = {
    "in dark mode": {"color_scheme": "dark"},
    "in light mode": {"color_scheme": "light"},
    "with reduced motion": {"reduced_motion": "reduce"},
    "with full motion": {"reduced_motion": "no-preference"},
    "in print": {"media": "print"},
    "on the screen": {"media": "screen"},
}
