"""Makes sure that the browser tests have a Chromium: Debian's, or Playwright's own.

Package-manager steps run only as root; otherwise the command is printed for the user to run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def found() -> str | None:
    """Path of a Chromium that can be driven, None when there is none."""
    for path in (os.environ.get("CHROMIUM"), "/usr/bin/chromium", shutil.which("google-chrome")):
        if path and os.access(path, os.X_OK):
            return path
    try:
        from playwright.sync_api import sync_playwright

        with sync_playwright() as p:
            own = p.chromium.executable_path
            return own if os.path.exists(own) else None
    except Exception:  # Playwright without a browser is what this module is about
        return None


def install() -> int:
    apt = shutil.which("apt-get")
    packages = [] if found() else ["chromium"]
    if not any(os.path.isdir(p) for p in ("/usr/lib/postgresql",)) and not shutil.which("postgres"):
        packages.append("postgresql")
    if not packages:
        return 0
    if apt and os.geteuid() == 0:
        subprocess.run([apt, "update", "-qq"], check=False)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(
            [apt, "install", "-y", "-qq", "--no-install-recommends", *packages], check=False, env=environment
        )
    if found():
        return 0
    print("Browser tests need a Chromium. Run one of these, then `make test` again:", file=sys.stderr)
    print(
        "  sudo apt-get install chromium postgresql\n  .venv/bin/playwright install --with-deps chromium",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(install())
