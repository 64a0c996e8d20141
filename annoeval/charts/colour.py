"""Colours by role in both themes: figures name roles ("@human"), `paint` gives them colours."""

from __future__ import annotations

from typing import Any

COLOURS: dict[str, dict[str, str]] = {
    "light": {
        "human": "#0072B2", "ai": "#8E5EA2", "disagree": "#D55E00", "reference": "#5B6470", "middle": "#E9C46A",
        "ink": "#1B2430", "muted": "#5B6470", "rule": "#DCE1E7", "band": "#E3E8ED", "page": "#FFFFFF",
    },
    "dark": {
        "human": "#4FA8DC", "ai": "#BC8FD0", "disagree": "#F08A3C", "reference": "#A3ADB9", "middle": "#E9C46A",
        "ink": "#E6EAF0", "muted": "#A3ADB9", "rule": "#2E3742", "band": "#2A333E", "page": "#12161C",
    },
}  # fmt: skip
RAMP: dict[str, tuple[str, ...]] = {
    "light": (
        "#F4F8FC", "#E3EEF8", "#CFE2F2", "#B5D3EA", "#97C3E1", "#7BB3D8", "#2272AE", "#17609B", "#0E4E86", "#083C6C",
    ),
    "dark": (
        "#18212B", "#1A2C3C", "#1C3850", "#1E4563", "#215377", "#24628C", "#4C9ACB", "#6DB1DB", "#92C8E8", "#B9DFF5",
    ),
}  # fmt: skip


def paint(figure: dict[str, Any], theme: str) -> dict[str, Any]:
    """The figure with every role replaced by its colour in `light` or `dark`."""
    return _paint(figure, COLOURS[theme], RAMP[theme])


def _paint(part: Any, colours: dict[str, str], ramp: tuple[str, ...]) -> Any:
    if isinstance(part, dict):
        return {key: _paint(value, colours, ramp) for key, value in part.items()}
    if isinstance(part, (list, tuple)):
        return [_paint(value, colours, ramp) for value in part]
    if isinstance(part, str) and part.startswith("@"):
        if part == "@ramp":
            return [[edge / 10, ramp[step]] for step in range(10) for edge in (step, step + 1)]
        return colours.get(part[1:], part)
    return part


def on_ramp(share: float) -> str:
    """The role of text on a ramp cell: ink on the first six steps, the page's colour on the last four."""
    return "@ink" if share < 0.6 else "@page"
