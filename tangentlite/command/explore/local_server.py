"""The server of the explorer: this machine alone, and whoever knows the token."""

from __future__ import annotations

import hmac
import html
import json
import secrets
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tangentlite.command.explore.answering import Answering
from tangentlite.command.explore.editor_files import file_of, index_page

HOST = "127.0.0.1"
MOST_BYTES = 1_000_000

# Scripts and styles come from this server alone; the editor sets styles on elements.
_RULES = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
# The view is one file with its script in it, which reaches nothing.
_VIEW_RULES = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "sandbox allow-scripts; frame-ancestors 'self'"
)


class LocalServer(ThreadingHTTPServer):
    """Serves the explorer of one file at a port of the loopback interface.

    A request needs the token in its path, and a Host of this machine, so that neither
    another user nor a page of another site can ask. The file is the only one that is
    read, written or run.
    """

    daemon_threads = True

    def __init__(self, port: int, start: dict[str, Any], file: Path | None) -> None:
        """Bind a port, 0 for a free one; `start` is what the page begins with."""
        super().__init__((HOST, port), _Handler)
        self.token = secrets.token_urlsafe(24)
        self.start = start
        self.file = file
        self.answering = Answering(start["file"])
        self.page = ""

    @property
    def address(self) -> str:
        """The address of the page, with the token."""
        return f"http://{HOST}:{self.server_port}/{self.token}/"

    @property
    def hosts(self) -> set[str]:
        """What a browser on this machine calls this server."""
        return {f"{name}:{self.server_port}" for name in (HOST, "localhost")}

    def close(self) -> None:
        """Free the port, and end what is running."""
        self.server_close()
        self.answering.close()


class _Handler(BaseHTTPRequestHandler):
    server: LocalServer
    server_version, sys_version = "tangentlite", ""

    def do_GET(self) -> None:
        path = self._path()
        if path is None:
            return
        if path == "":
            page = index_page(html.escape(Path(self.server.start["file"]).name))
            self._send("text/html", page.encode())
        elif path == "start":
            self._json(self.server.start)
        elif path == "view":
            self._send("text/html", self.server.page.encode(), _VIEW_RULES)
        elif (found := file_of(path)) is not None:
            self._send(*found)
        else:
            self._refuse(HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        path = self._path()
        if path is None:
            return
        request = self._request()
        if request is None:
            self._refuse(HTTPStatus.BAD_REQUEST)
        elif path == "answer":
            found = self.server.answering.answer(request)
            page = found.pop("page", None)
            if page is not None:
                self.server.page = page.replace("<html ", "<html data-embedded ", 1)
            self._json(found | {"has_page": page is not None})
        elif path == "save" and self.server.file is not None:
            self.server.file.write_text(request["text"], encoding="utf-8")
            self._json({})
        else:
            self._refuse(HTTPStatus.NOT_FOUND)

    def _path(self) -> str | None:
        """Return the path behind the token; None, with an answer, if it is refused."""
        token, _, path = self.path.removeprefix("/").partition("/")
        known = hmac.compare_digest(token.encode(), self.server.token.encode())
        origin = self.headers.get("Origin")
        own = {f"http://{host}" for host in self.server.hosts}
        is_here = self.headers.get("Host") in self.server.hosts
        if known and is_here and (origin is None or origin in own):
            return path.partition("?")[0]
        self._refuse(HTTPStatus.FORBIDDEN)
        return None

    def _request(self) -> dict[str, Any] | None:
        """Return the JSON that was sent, None if it is something else."""
        if self.headers.get("Content-Type") != "application/json":
            return None
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            return None
        try:
            found = json.loads(self.rfile.read(int(length)))
        except ValueError:
            return None
        is_request = isinstance(found, dict) and isinstance(found.get("text"), str)
        return found if is_request else None

    def _json(self, value: dict[str, Any]) -> None:
        self._send("application/json", json.dumps(value).encode())

    def _refuse(self, status: HTTPStatus) -> None:
        self._send("text/plain", f"{status.phrase}\n".encode(), status=status)

    def _send(
        self,
        kind: str,
        content: bytes,
        rules: str = _RULES,
        status: HTTPStatus = HTTPStatus.OK,
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Content-Security-Policy", rules)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing for each request."""
