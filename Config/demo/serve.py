#!/usr/bin/env python3
"""Serves the page of `make demo`: this folder, the sources of the client for web pages, and the modules of `make wasm`, if
they are there. Only the demo uses it.
usage: serve.py HOST:PORT SERVER [FOLDER]   (SERVER is the address of the Waymark server; FOLDER has the modules, .build/wasm)"""
import json
import signal
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

page = Path(__file__).resolve().parent
root = page.parent.parent
listen, server = sys.argv[1], sys.argv[2].rstrip("/")
folder = Path(sys.argv[3]) if len(sys.argv) > 3 else root / ".build/wasm"
modules = [folder / f"waymark-{name}.wasm" for name in ("resolver", "engine")]
types = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}
policy = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src data:; worker-src 'self'; "
    f"connect-src 'self' {server}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# Each path that is answered, and its file. No other file can be named.
files = {f"/{name}": page / name for name in ("page.css", "page.mjs", "offline.js")}
files["/"] = page / "index.html"
sources = [*(root / "Sources/Clients/Web").glob("*.mjs"), root / "Sources/Engine/RouteEngine/waymark.mjs", *modules]
files.update({f"/waymark/{file.name}": file for file in sources})


class Page(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30  # seconds without a request on a connection

    def do_GET(self):
        path = self.path.partition("?")[0]
        file = files.get(path)
        if path == "/demo.json":
            has_engine = all(module.exists() for module in modules)
            settings = {"server": server, "app": "moments", "hasEngine": has_engine}
            self.answer(200, "application/json", json.dumps(settings).encode())
        elif file and file.exists():
            self.answer(200, types[file.suffix], file.read_bytes())
        else:
            self.answer(404, "text/plain", b"There is no such file.\n")

    do_HEAD = do_GET

    def answer(self, status, content_type, content):
        self.send_response(status)
        self.send_header("Content-Type", f"{content_type}; charset=utf-8" if content_type.startswith("text/") else content_type)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Content-Security-Policy", policy)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, *_):
        pass


signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
host, _, port = listen.rpartition(":")
try:
    ThreadingHTTPServer((host, int(port)), Page).serve_forever()
except OSError as error:
    sys.exit(f"serve.py: {listen}: {error.strerror}")
