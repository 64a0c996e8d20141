"""The built wheel starts the app outside a checkout, with its pages and examples."""

import os
import shutil
import socket
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("annoeval", "pages", "data", ".streamlit", "docs")
FILES = (
    "app.py",
    "setup.py",
    "pyproject.toml",
    "requirements.txt",
    "requirements-dask.txt",
    "README.md",
    "MANIFEST.in",
)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The wheel's contents in a folder of their own, as an installation lays them out."""
    root = tmp_path_factory.mktemp("wheel")
    source = root / "source"
    source.mkdir()
    for name in PARTS:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(ROOT / name, source / name)
    command = ["-m", "pip", "wheel", ".", "--no-deps", "--no-build-isolation", "-q", "-w", str(root)]
    built = subprocess.run([sys.executable, *command], cwd=source, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr[-2000:]
    shutil.rmtree(source)
    (wheel,) = root.glob("annoeval-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(root / "site")
    return root / "site"


def surroundings(installed, home):
    return {**os.environ, "PYTHONPATH": str(installed), "ANNOEVAL_HOME": str(home)}


def test_the_wheel_names_what_it_needs(installed):
    (metadata,) = installed.glob("annoeval-*.dist-info/METADATA")
    needed = [line for line in metadata.read_text(encoding="utf-8").splitlines() if line.startswith("Requires-Dist: ")]
    assert any("streamlit" in line for line in needed)
    assert not any("index-url" in line for line in needed)
    assert [line for line in needed if "dask" in line] == [line for line in needed if 'extra == "dask"' in line]
    assert any('extra == "dask"' in line for line in needed)


def test_examples_and_pages_come_with_it(installed, tmp_path):
    code = (
        "from annoeval.examples import examples; from annoeval.place import ROOT\n"
        "from annoeval.ui.pages import ENTRIES\n"
        "print(ROOT); print(len(ENTRIES)); e = examples()\n"
        "print(len(e), all(f.exists() for x in e for f in x.files))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=surroundings(installed, tmp_path),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    root, pages, examples = done.stdout.splitlines()
    assert Path(root) == installed.resolve() / "annoeval" / "beside"
    assert int(pages) == len(list((ROOT / "pages").glob("*.py")))
    assert examples.endswith("True")
    assert not examples.startswith("0 ")


def test_the_app_starts_outside_a_checkout(installed, tmp_path):
    port = 8700 + os.getpid() % 200
    command = [sys.executable, "-m", "annoeval", "app", "--port", str(port), "--headless"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=surroundings(installed, tmp_path), stdout=subprocess.DEVNULL, start_new_session=True
    ) as app:
        try:
            assert answered(f"http://localhost:{port}/_stcore/health") == b"ok"
            assert b"<html" in answered(f"http://localhost:{port}/").lower()
            with socket.socket() as other:  # not at this machine's other numbers
                assert other.connect_ex(("127.0.0.2", port))
            app.terminate()
            app.wait(20)
            with socket.socket() as gone:  # ending the command ended the server
                assert gone.connect_ex(("127.0.0.1", port))
        finally:
            if app.poll() is None:
                os.killpg(app.pid, 15)


def answered(address, patience=120):
    for _ in range(patience * 2):
        try:
            with urlopen(address, timeout=10) as reply:
                return reply.read()
        except (URLError, OSError):
            time.sleep(0.5)
    raise AssertionError(f"{address} does not answer")
