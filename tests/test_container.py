"""What the container's files name is there, and what the app needs is copied."""

import re
import shlex
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
COPIED = [
    part
    for line in (ROOT / "Dockerfile").read_text("utf-8").splitlines()
    if line.startswith("COPY ")
    for part in shlex.split(line)[1:-1]
]


@pytest.mark.parametrize("name", COPIED)
def test_what_is_copied_is_there(name):
    assert (ROOT / name).exists()


def test_whatever_a_wheel_brings_along_is_copied():
    folders = re.search(r"FOLDERS = \((.*)\)", (ROOT / "setup.py").read_text("utf-8"))
    assert folders
    for folder in re.findall(r'"([^"]+)"', folders[1]):
        assert any(name == folder or name.startswith(f"{folder}/") for name in COPIED), folder
    assert {"annoeval", "app.py", "requirements.txt"} <= set(COPIED)


def test_secrets_of_who_builds_it_stay_outside():
    assert ".streamlit" not in COPIED
    assert ".streamlit/secrets.toml" in (ROOT / ".dockerignore").read_text("utf-8").split()


def test_each_setting_of_the_services_is_one_that_the_app_reads():
    services = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]
    code = "\n".join(f.read_text("utf-8") for f in (ROOT / "annoeval").rglob("*.py"))
    for name in services["app"]["environment"]:
        assert f'"{name}"' in code, name
    assert services["app"]["ports"] == ["127.0.0.1:8501:8501"]  # a proxy with a certificate stands in front
    assert "ports" not in services["database"]
