"""Another process that is talked to in lines, with a deadline for every answer.

Nothing here blocks for longer than it was told, whatever the other process does: pipes are read
and written as far as they go. A process that is no longer needed is killed and waited for.
"""

import os
import signal
import subprocess
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import perf_counter
from typing import IO, Final

__all__ = ["Child", "ChildGone"]

CHUNK: Final = 1 << 18
LONGEST_LINE: Final = 1 << 28
TAIL: Final = 2000


class ChildGone(Exception):
    """The other process ended, or can no longer be understood; the text says how."""


class Child:
    """One other process. Ctrl-C in the terminal does not reach it.

    It is ended when this object is no longer used, and when this process ends.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self.owner = os.getpid()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env=environment,
                start_new_session=True,
            )
        except OSError as error:
            raise ChildGone(f"it could not be started: {error}") from error
        self._input = _pipe(self._process.stdin)
        self._output = _pipe(self._process.stdout)
        self._errors = _pipe(self._process.stderr)
        self._selector = DefaultSelector()
        self._selector.register(self._output, EVENT_READ)
        self._selector.register(self._errors, EVENT_READ)
        self._pending = memoryview(b"")
        self._heard = bytearray()
        self._searched = 0
        self._tail = b""
        self.end = weakref.finalize(self, _end, self._process, self._selector, self.owner)

    @property
    def pid(self) -> int:
        """Its number in the operating system."""
        return self._process.pid

    def send(self, line: bytes) -> None:
        """Give it a line; the line is written while its answers are awaited."""
        if self._pending:
            raise ChildGone("it had not listened to the line before")
        self._pending = memoryview(line)
        self._selector.register(self._input, EVENT_WRITE)

    def hear(self, deadline: float) -> bytes | None:
        """Return its next line, or ``None`` if there is none by the deadline."""
        while True:
            line = self._line()
            if line is not None:
                return line
            left = deadline - perf_counter()
            ready = self._selector.select(max(0.0, left))
            for key, _ in ready:
                if key.fileobj is self._input:
                    self._write()
                elif key.fileobj is self._errors:
                    self._read_errors()
                else:
                    self._read()
            if not ready and left <= 0:
                return None

    def _line(self) -> bytes | None:
        end = self._heard.find(b"\n", self._searched)
        if end < 0:
            self._searched = len(self._heard)
            if self._searched > LONGEST_LINE:
                raise ChildGone("it sent a line without an end")
            return None
        line = bytes(self._heard[:end])
        del self._heard[: end + 1]
        self._searched = 0
        return line

    def _write(self) -> None:
        try:
            written = os.write(self._input.fileno(), self._pending[:CHUNK])
        except BlockingIOError:
            return
        except OSError:
            # It no longer listens; why is learned when its output ends.
            written = len(self._pending)
        self._pending = self._pending[written:]
        if not self._pending:
            self._selector.unregister(self._input)

    def _read(self) -> None:
        try:
            chunk = os.read(self._output.fileno(), CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            raise ChildGone(self._how_it_ended())
        self._heard += chunk

    def _read_errors(self) -> None:
        try:
            chunk = os.read(self._errors.fileno(), CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            self._selector.unregister(self._errors)
        self._tail = (self._tail + chunk)[-TAIL:]

    def _how_it_ended(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=0.5)
        with suppress(OSError):
            self._tail = (self._tail + os.read(self._errors.fileno(), CHUNK))[-TAIL:]
        code = self._process.returncode
        if code is None:
            how = "it closed its output"
        elif code < 0:
            how = f"it ended with signal {-code} ({_signal_name(-code)})"
        else:
            how = f"it ended with code {code}"
        lines = self._tail.decode("utf-8", "replace").strip().splitlines()
        return f"{how}: {lines[-1].strip()}" if lines else how


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    os.set_blocking(stream.fileno(), False)
    return stream


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return "unknown"


def _end(process: "subprocess.Popen[bytes]", selector: DefaultSelector, owner: int) -> None:
    # A fork of this process has the same pipes, but the other process is not its own.
    selector.close()
    if owner == os.getpid():
        process.kill()
        process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError):
                stream.close()
