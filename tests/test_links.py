"""The README and the documentation point to files that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("page", ["README.md", *(f"docs/{p.name}" for p in sorted((ROOT / "docs").glob("*.md")))])
def test_every_link_into_the_project_leads_to_a_file(page):
    targets = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", (ROOT / page).read_text("utf-8"))
    assert [t for t in targets if not ((ROOT / page).parent / t).exists()] == []
