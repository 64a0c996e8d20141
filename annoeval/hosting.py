"""How this server is reached and who may use it, from the environment, where `st.secrets` of a server stand too."""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import urlsplit

ADDRESS = "ANNOEVAL_ADDRESS"
LOCAL = ("localhost", "127.0.0.1", "::1")
LINKS = "annoeval_links"  # the cookie with the tokens of the links that a browser holds, the newest first, dots between
MOST_LINKS = 40


def address() -> str:
    """What links begin with, without a slash at the end: `ANNOEVAL_ADDRESS`, else this machine's own. A request's Host
    header never says it: whoever sends the request chose that."""
    return (os.environ.get(ADDRESS) or "http://localhost:8501").rstrip("/")


def base_path() -> str:
    """The path of the address, "" or "/annoeval": what routes begin with behind a proxy."""
    return urlsplit(address()).path.rstrip("/")


def only_here() -> bool:
    """Whether links lead back to this machine, so that they are of no use on another."""
    return (urlsplit(address()).hostname or "") in LOCAL


def by_links() -> bool:
    """Whether a study is open only to who holds a link to it, or an account it was given to: `ANNOEVAL_ACCESS=links`.
    Otherwise everyone who reaches the server may do everything."""
    return os.environ.get("ANNOEVAL_ACCESS", "open").strip().lower() == "links"


def shared() -> bool:
    """Whether others than who runs the server may use it: by links, or from other machines."""
    return by_links() or not only_here() or on_community_cloud()


def judge_address() -> str:
    """The only API that a shared server sends its key to: `ANNOEVAL_JUDGE_URL`; "" where none is set."""
    return os.environ.get("ANNOEVAL_JUDGE_URL", "").strip()


def on_community_cloud() -> bool:
    """Whether this is a server of Streamlit's Community Cloud, which runs what it mounts at /mount/src."""
    return os.path.isdir("/mount/src")


def links_held(cookies: Mapping[str, str]) -> list[str]:
    """The tokens of the links that a browser holds."""
    return [t for t in cookies.get(LINKS, "").split(".") if 20 <= len(t) <= 64][:MOST_LINKS]


def upload_token() -> str:
    """What a study sent without a browser must bring along: `ANNOEVAL_TOKEN`; "" where none is set."""
    return os.environ.get("ANNOEVAL_TOKEN", "").strip()


def days_kept() -> int | None:
    """Days after its last change on which a study is deleted: `ANNOEVAL_KEEP_DAYS`; None keeps them."""
    said = os.environ.get("ANNOEVAL_KEEP_DAYS", "").strip()
    return int(said) if said.isdigit() and int(said) else None


def passing() -> bool:
    """Whether what is stored goes with the next restart: `ANNOEVAL_PASSING=1`, or Streamlit's Community Cloud without a
    database of one's own."""
    if os.environ.get("ANNOEVAL_DATABASE_URL"):
        return False
    said = os.environ.get("ANNOEVAL_PASSING", "").strip()
    return said not in ("", "0") if said else on_community_cloud()


def known_host(header: str) -> bool:
    """Whether a Host header names this server: its address, its own name, localhost, or any number. A page whose name
    is made to point here (DNS rebinding) brings its own name, never a number."""
    try:
        host = (urlsplit(f"//{header}").hostname or "").rstrip(".").lower()
    except ValueError:
        return False
    if not host:
        return False
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host in _names() or host == (urlsplit(address()).hostname or "").lower()
    return True


def known_origin(origin: str, host: str) -> bool:
    """Whether what a browser says of the page that sends a request (its Origin header, "" where none is said) is the
    server that the request is for: the host that it names, or `ANNOEVAL_ADDRESS`. A page at another port of this
    machine is another's. Streamlit itself asks a server on the internet for this machine's number before it says no."""
    own = urlsplit(address())
    return not origin or origin in (f"http://{host}", f"https://{host}", f"{own.scheme}://{own.netloc}")


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    own = socket.gethostname().lower()
    return frozenset({"localhost", own, f"{own.split('.')[0]}.local"} - {""})
