"""Solves one program after the other, from standard input to standard output.

Run as a program, with the limit of its memory in bytes. It ends when its input ends, so it does
not outlive the process that started it, even in the middle of a search.
"""

import json
import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from queue import SimpleQueue
from time import perf_counter

from proctor.solvers.by_cp_sat import load_cp_sat, solve_by_cp_sat
from proctor.solvers.by_highs import solve_by_highs
from proctor.solvers.messages import read_request
from proctor.solvers.program import Number

__all__ = ["main"]


def main() -> None:
    """Answer requests until there are no more."""
    _limit(int(sys.argv[1]))
    out = _Output()
    requests: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(requests,), daemon=True).start()
    try:
        load_cp_sat()
        out.send({"ready": True})
        while True:
            _answer(requests.get(), out)
    except Exception as error:
        # The client needs a sentence, whatever it was, and starts another worker.
        out.send({"failed": _sentence(error)})
        raise


def _answer(line: bytes, out: "_Output") -> None:
    begin = perf_counter()
    job, program, options = read_request(line)

    def tell(bound: float | None, values: Sequence[Number] | None) -> None:
        out.send({"job": job, "bound": bound, "values": values})

    # Taking in a large program is part of the time it was given.
    options = replace(options, seconds=options.seconds - (perf_counter() - begin))
    solve = solve_by_cp_sat if options.kind == "cp-sat" else solve_by_highs
    ended = solve(program, options, tell)
    seconds = perf_counter() - begin
    out.send(
        {
            "job": job,
            "status": ended.status,
            "bound": ended.bound,
            "values": ended.values,
            "seconds": seconds,
        },
    )


class _Output:
    """The pipe to the client; whatever a library prints goes to standard error instead."""

    def __init__(self) -> None:
        self._pipe = os.fdopen(os.dup(1), "wb")
        self._lock = threading.Lock()
        os.dup2(2, 1)

    def send(self, message: dict[str, object]) -> None:
        """Send one message; the threads of a solver take turns."""
        line = json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"
        with self._lock:
            self._pipe.write(line)
            self._pipe.flush()


def _sentence(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return "the memory was not enough"
    return str(error) or type(error).__name__


def _listen(requests: "SimpleQueue[bytes]") -> None:
    # Solvers let other threads run, so the end of the input is seen in the middle of a search.
    for line in sys.stdin.buffer:
        requests.put(line)
    os._exit(0)


def _limit(memory: int) -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
