"""Whatever `make bench` runs can be started."""

from importlib import import_module
from inspect import signature

import pytest

from benchmarks.__main__ import modules


@pytest.mark.parametrize("name", modules([]))
def test_a_benchmark_runs_without_being_told_more(name):
    signature(import_module(f"benchmarks.{name}").main).bind()
