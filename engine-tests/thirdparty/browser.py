"""Debian's Chromium without windows, which needs less of the processor, and a server of files for it."""

import functools
import http.server
import threading


def launch(playwright, chromium="/usr/bin/chromium-headless-shell"):
    return playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def end_headers(self):
        # What a page has without the server is from a service worker.
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_):
        pass


def serve(folder):
    """Serves a folder on a free port. Returns the server and its address."""
    handler = functools.partial(QuietHandler, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}"
