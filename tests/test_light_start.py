"""The app, the library and the command line start without the heavy packages."""

import subprocess
import sys

import pytest

HEAVY = ("torch", "sentence_transformers", "transformers", "scipy.stats", "statsmodels", "sklearn")


@pytest.mark.parametrize(
    "start",
    [
        "import annoeval",
        "import annoeval; annoeval.load, annoeval.evaluate, annoeval.prescore, annoeval.resolve, annoeval.examples",
        "import annoeval.__main__; annoeval.__main__.parser()",
        "import app",
        "from streamlit.testing.v1 import AppTest; AppTest.from_file('annoeval/ui/main.py', default_timeout=60).run()",
    ],
    ids=["library", "public names", "command line", "app", "first page"],
)
def test_start_loads_nothing_heavy(start, tmp_path, monkeypatch):
    monkeypatch.setenv("ANNOEVAL_HOME", str(tmp_path))
    code = f"{start}\nimport sys\nprint(*[m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


def test_a_verb_loads_nothing_of_the_others():
    code = "from annoeval.__main__ import parse\nparse(['evaluate', 'a.csv'])"
    code += "\nimport sys\nprint('sqlalchemy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.split() == ["False"], done.stderr
