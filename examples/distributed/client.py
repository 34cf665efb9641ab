"""A client of `webgpu-segmented serve`: one child process, requests one after another. Only the standard library."""

import json
import struct
import subprocess
import threading


class ServeError(Exception):
    """An error that the program answered. Exit codes 64 and 65 are final, 75 may be tried again."""

    def __init__(self, message, exit_code):
        super().__init__(message)
        self.exit_code = exit_code


class Client:
    def __init__(self, command=("npx", "webgpu-segmented"), options=()):
        self.child = subprocess.Popen([*command, "serve", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lock = threading.Lock()
        self.number = 0

    def request(self, args, data):
        """Runs a command on an Arrow stream. Returns the Arrow stream of the results."""
        with self.lock:
            self.number += 1
            header = json.dumps({"id": self.number, "args": list(args), "bytes": len(data)}).encode()
            # The answer is read while the request is written. Otherwise both pipes could be full.
            writer = threading.Thread(target=self._write, args=(struct.pack("<I", len(header)) + header, data))
            writer.start()
            try:
                answer = json.loads(self._read(struct.unpack("<I", self._read(4))[0]))
                body = self._read(answer["bytes"])
            finally:
                writer.join()
            if answer["id"] != self.number:
                raise ServeError(f"answer {answer['id']} to request {self.number}", 70)
            if not answer["ok"]:
                raise ServeError(answer["error"], answer["exit"])
            return body

    def close(self):
        self.child.stdin.close()
        self.child.wait()

    def _write(self, header, data):
        try:
            self.child.stdin.write(header)
            self.child.stdin.write(data)
            self.child.stdin.flush()
        except BrokenPipeError:
            pass  # The end of the child is reported by the read.

    def _read(self, length):
        body = self.child.stdout.read(length)
        if len(body) < length:
            raise ServeError("the child has ended", 75)
        return body
