"""Figures name roles; the theme's colours come from one place."""

import tomllib
from pathlib import Path

import pytest

from annoeval import charts
from annoeval.charts.layout import base

CONFIG = tomllib.loads((Path(__file__).parents[2] / ".streamlit" / "config.toml").read_text())["theme"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_chart_colours_are_those_of_the_theme(theme):
    assert list(charts.COLOURS[theme].values()) == CONFIG[theme]["chartCategoricalColors"]
    assert list(charts.RAMP[theme]) == CONFIG[theme]["chartSequentialColors"]
    assert charts.COLOURS[theme]["page"] == CONFIG[theme]["backgroundColor"]
    assert charts.COLOURS[theme]["ink"] == CONFIG[theme]["textColor"]


def test_painting_replaces_every_role_and_leaves_the_figure_alone():
    figure = base(100, [{"marker": {"color": ["@human", "@ai"]}, "text": "@someone"}])
    painted = charts.paint(figure, "dark")
    assert painted["data"][0]["marker"]["color"] == ["#4FA8DC", "#BC8FD0"]
    assert painted["data"][0]["text"] == "@someone"
    assert figure["data"][0]["marker"]["color"] == ["@human", "@ai"]


def test_the_ramp_is_stepped():
    scale = charts.paint({"colorscale": "@ramp"}, "light")["colorscale"]
    assert scale[0] == [0.0, "#F4F8FC"]
    assert scale[1] == [0.1, "#F4F8FC"]
    assert scale[-1] == [1.0, "#083C6C"]
