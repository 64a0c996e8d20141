"""What every figure has in common: type, margins, axes, and how text is put beside marks."""

from __future__ import annotations

import html
from typing import Any

Figure = dict[str, Any]

FONT = "IBM Plex Sans, Source Sans, sans-serif"
# pixels a figure may count on: alone on a page, beside another one at a page's usual width, on a phone
WHOLE, HALF, PHONE = 640, 420, 340
LETTER = 7.5  # pixels of a letter of 13 pixels, at most
CONFIG = {
    "displaylogo": False,
    "modeBarButtons": [["toImage"]],
    "toImageButtonOptions": {"format": "svg"},
    "doubleClick": False,
    "scrollZoom": False,
}


def base(height: int, data: list[Figure], **layout: Any) -> Figure:
    """A figure as every one starts: no grid, no lines, no legend, muted ticks; `height` in pixels."""
    axis = {
        "showgrid": False,
        "zeroline": False,
        "showline": False,
        "ticks": "",
        "fixedrange": True,
        "tickfont": {"size": 13, "color": "@muted"},
        "gridcolor": "@rule",
        "title": {"font": {"size": 13, "color": "@muted"}, "standoff": 8},
    }
    whole: Figure = {
        "height": height,
        "autosize": True,
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"family": FONT, "size": 13, "color": "@ink"},
        "margin": {"l": 0, "r": 0, "t": 18, "b": 4, "pad": 6},
        "showlegend": False,
        "separators": ". ",
        "dragmode": False,
        "uirevision": "keep",
        "clickmode": "event+select",
        "hoverlabel": {
            "bgcolor": "@page",
            "bordercolor": "@rule",
            "align": "left",
            "font": {"family": FONT, "size": 13, "color": "@ink"},
        },
        "xaxis": axis,
        "yaxis": dict(axis),
        "annotations": [],
        "shapes": [],
    }
    for key, value in layout.items():
        whole[key] = {**whole[key], **value} if isinstance(value, dict) and key in whole else value
    return {"data": data, "layout": whole}


def text(value: Any, most: int = 28) -> str:
    """Someone's text for a figure: escaped, since Plotly reads some HTML, and cut to `most` characters."""
    flat = " ".join(str(value).split())
    return html.escape(flat if len(flat) <= most else flat[: most - 1] + "…", quote=False)


def note(
    content: str,
    x: float,
    y: float,
    *,
    role: str = "muted",
    size: int = 13,
    anchor: str = "left",
    paper: str = "x",
    bold: bool = False,
    shift: int = 0,
    hover: str = "",
) -> Figure:
    """Text at a place. paper: which of `x`, `y`, `xy` count in shares of the plot's size instead of values."""
    return {
        "text": f"<b>{content}</b>" if bold else content,
        "x": x,
        "y": y,
        "showarrow": False,
        "align": anchor,
        "xref": "paper" if "x" in paper else "x",
        "yref": "paper" if "y" in paper else "y",
        "xanchor": anchor,
        "yanchor": "middle",
        "xshift": shift,
        "font": {"size": size, "color": f"@{role}"},
        **({"hovertext": hover} if hover else {}),
    }


def line(x0: float, y0: float, x1: float, y1: float, *, role: str = "rule", width: float = 1, **more: Any) -> Figure:
    """A straight line below the marks."""
    return {
        "type": "line",
        "x0": x0,
        "y0": y0,
        "x1": x1,
        "y1": y1,
        "layer": "below",
        "line": {"color": f"@{role}", "width": width, **({"dash": more.pop("dash")} if "dash" in more else {})},
        **more,
    }
