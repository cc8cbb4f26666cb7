"""A proxy between a browser and the board, which can delay, swallow and cut what passes."""

import socket
import threading
import time


class Proxy:
    """Carries bytes to a port of this machine. `swallows` holds the directions, "up" and "down", whose bytes vanish."""

    def __init__(self, port):
        self.target = ("127.0.0.1", int(port))
        self.latency = 0
        self.swallows = set()
        self.pairs = []
        # The first line of each request, as a proxy logs it.
        self.log = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
                server = socket.create_connection(self.target)
            except OSError:
                return
            self.pairs.append((client, server))
            for source, sink, way in [(client, server, "up"), (server, client, "down")]:
                threading.Thread(target=self.carry, args=(source, sink, way), daemon=True).start()

    def carry(self, source, sink, way):
        """Carries bytes in their order, each after the latency."""
        waiting = []
        arrived = threading.Condition()

        def send():
            while True:
                with arrived:
                    arrived.wait_for(lambda: waiting)
                    due, data = waiting.pop(0)
                time.sleep(max(0, due - time.monotonic()))
                try:
                    if data:
                        sink.sendall(data)
                    else:
                        sink.shutdown(socket.SHUT_WR)
                        return
                except OSError:
                    return

        threading.Thread(target=send, daemon=True).start()
        data = b"start"
        while data:
            try:
                data = source.recv(65_536)
            except OSError:
                data = b""
            if way == "up" and data.startswith(b"GET "):
                self.log.append(data.split(b"\r\n")[0].decode())
            if way not in self.swallows:
                with arrived:
                    waiting.append((time.monotonic() + self.latency, data))
                    arrived.notify()

    def cut(self):
        """Breaks all connections."""
        for pair in self.pairs:
            for end in pair:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
                end.close()
        self.pairs = []

    def close(self):
        self.listener.close()
        self.cut()
