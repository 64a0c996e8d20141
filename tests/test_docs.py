"""The documentation builds without a broken link, and the plug-in it shows works as it says."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import annoeval
from annoeval import protocols

ROOT = Path(__file__).resolve().parents[1]
PLUGIN = ROOT / "docs" / "plugin"


def python(*words: str, **env: str) -> str:
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env={**os.environ, **env}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def test_the_documentation_builds_and_no_link_in_it_is_broken(tmp_path):
    python("-m", "mkdocs", "build", "-q", "-d", str(tmp_path / "site"), NO_MKDOCS_2_WARNING="1")
    reference = (tmp_path / "site" / "api.html").read_text(encoding="utf-8")
    lacking = [name for name in annoeval.__all__ if not re.search(rf'id="annoeval\.(\w+\.)*{name}"', reference)]
    assert lacking == []


def test_every_link_of_the_readme_leads_to_a_file():
    links = re.findall(r"\]\((?!http)([^)#]+)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


@pytest.fixture(scope="module")
def plugin(tmp_path_factory):
    """The documentation's plug-in, installed beside annoeval for this module's tests."""
    root = tmp_path_factory.mktemp("plugin")
    shutil.copytree(PLUGIN, root / "source")
    python(
        "-m",
        "pip",
        "install",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "--target",
        str(root / "site"),
        str(root / "source"),
    )
    sys.path.insert(0, str(root / "site"))
    protocols.protocols.cache_clear()
    yield protocols.protocols()["transcripts"]
    sys.path.remove(str(root / "site"))
    protocols.protocols.cache_clear()


@pytest.fixture
def clips(plugin):
    return annoeval.load(PLUGIN / "clips.csv")


def test_an_installed_protocol_opens_its_files_unasked(clips):
    assert clips.protocol == "transcripts"
    assert clips.groups == ("accent",)
    assert clips.of_kind("human") == ["Ana", "Ben"]


def test_its_scorer_prescores_and_its_people_agree(clips):
    results = annoeval.evaluate(annoeval.prescore(clips))
    scores = results["scores"].query("by == ''").set_index("rater")["mean"]
    assert scores["word error rate"] == 1.125  # two clips without an error, one with two of five words wrong
    percent = results["agreement"].query("coefficient == 'percent' and raters == 'Ana, Ben'")
    assert percent["value"].iloc[0] == 6 / 8


def test_its_own_table_and_headline_stand_with_the_others(clips, plugin):
    assert annoeval.evaluate(clips)["word_errors"]["word_error_rate"].tolist() == [0, 0, 0.25, 0.2, 0.2, 0.2, 0.2, 0.4]
    assert plugin.headline(clips) == "The mean word error rate is 0.18 over 8 clips"


def test_a_score_it_does_not_know_is_listed_and_not_counted(plugin):
    study = annoeval.load(("odd.csv", b"clip,said,heard,meaning_Ana\nc1,good day,good day,2\nc2,yes,yes,7\n"))
    assert len(study.ratings) == 1
    assert ("meaning_Ana", "7") in {(p.column, p.value) for p in study.problems}
