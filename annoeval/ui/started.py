"""What the server was started with, put where everything below the screen finds it: the environment."""

from __future__ import annotations

import os

from streamlit import config
from streamlit.runtime.secrets import secrets_singleton

from annoeval import hosting


def settle() -> None:
    """Once, before the server listens: secrets of the server stand in the environment, and where no address is
    configured links begin with that at which the server was told to listen."""
    secrets_singleton.load_if_toml_exists()
    host, base = config.get_option("server.address") or "", (config.get_option("server.baseUrlPath") or "").strip("/")
    host = "localhost" if host in ("", "0.0.0.0", "::") else host
    named = f"[{host}]" if ":" in host else host
    said = f"http://{named}:{config.get_option('server.port')}{'/' + base if base else ''}"
    os.environ.setdefault(hosting.ADDRESS, said)
