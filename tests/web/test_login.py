"""Logging in with an OpenID Connect provider: a small one that the test runs, with keys and tokens of its own."""

import json
import threading
import time
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from starlette.testclient import TestClient
from streamlit import config

pytest.importorskip("authlib", reason="Authlib is not installed")

from joserfc import jwt
from joserfc.jwk import RSAKey

WHO = {"sub": "7", "email": "ben@example.org", "email_verified": True, "name": "Ben"}
CLIENT = "annoeval-client"


class Provider(BaseHTTPRequestHandler):
    key = RSAKey.generate_key(2048, {"kid": "k1", "use": "sig"})
    asked: dict = {}  # noqa: RUF012

    def log_message(self, *args):
        pass

    def _json(self, told):
        body = json.dumps(told).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    @property
    def base(self):
        return f"http://127.0.0.1:{self.server.server_port}"

    def do_GET(self):
        path = urlsplit(self.path)
        if path.path == "/.well-known/openid-configuration":
            self._json(
                {
                    "issuer": self.base,
                    "authorization_endpoint": f"{self.base}/authorize",
                    "token_endpoint": f"{self.base}/token",
                    "jwks_uri": f"{self.base}/keys",
                    "code_challenge_methods_supported": ["S256"],
                    "id_token_signing_alg_values_supported": ["RS256"],
                }
            )
        elif path.path == "/keys":
            self._json({"keys": [self.key.as_dict(private=False)]})
        else:  # a person says yes
            asked = {k: v[0] for k, v in parse_qs(path.query).items()}
            Provider.asked = asked
            self.send_response(302)
            back = urlencode({"code": "once", "state": asked["state"]})
            self.send_header("Location", f"{asked['redirect_uri']}?{back}")
            self.end_headers()

    def do_POST(self):
        sent = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        assert sent["code"] == ["once"]
        now = int(time.time())
        claims = {**WHO, "iss": self.base, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": self.asked["nonce"]}
        token = jwt.encode({"alg": "RS256", "kid": "k1"}, claims, self.key)
        self._json({"access_token": "a", "token_type": "Bearer", "id_token": token, "expires_in": 300})


@pytest.fixture
def provider():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture
def client(provider, tmp_path, monkeypatch):
    """The app's own login routes, as the server has them."""
    from starlette.applications import Starlette
    from streamlit.runtime.secrets import secrets_singleton
    from streamlit.web.server.starlette.starlette_app import create_streamlit_middleware
    from streamlit.web.server.starlette.starlette_auth_routes import create_auth_routes

    before, secrets = config.get_option("secrets.files"), tmp_path / "secrets.toml"
    secrets.write_text(
        f"""[auth]
redirect_uri = "http://testserver/oauth2callback"
cookie_secret = "{"s" * 40}"
client_id = "{CLIENT}"
client_secret = "c"
server_metadata_url = "{provider}/.well-known/openid-configuration"
"""
    )
    config.set_option("secrets.files", [str(secrets)])
    secrets_singleton._reset()
    yield TestClient(
        Starlette(routes=create_auth_routes(""), middleware=create_streamlit_middleware()), follow_redirects=False
    )
    config.set_option("secrets.files", before)
    secrets_singleton._reset()


def test_whom_the_provider_names_is_logged_in(client):
    from streamlit.auth_util import encode_provider_token

    to_provider = client.get("/auth/login", params={"provider": encode_provider_token("default")})
    assert to_provider.status_code in (302, 307), to_provider.text
    asked = to_provider.headers["location"]
    assert {"openid", "email"} <= set(parse_qs(urlsplit(asked).query)["scope"][0].split())

    at = urlsplit(asked)
    connection = HTTPConnection(at.hostname, at.port)
    connection.request("GET", f"{at.path}?{at.query}")
    back = connection.getresponse().headers["Location"]
    done = client.get(back.removeprefix("http://testserver"))
    assert done.status_code in (302, 303, 307), done.text
    assert any(name.startswith("_streamlit_user") for name in done.cookies)
    signed = "".join(v for n, v in done.cookies.items() if n.startswith("_streamlit_user"))
    assert len(signed) > 100  # who it is, signed with the server's cookie secret
    wrong = client.get("/oauth2callback", params={"code": "once", "state": "made-up"})
    assert not any(name.startswith("_streamlit_user") for name in wrong.cookies)
