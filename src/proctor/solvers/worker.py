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
from queue import SimpleQueue
from time import perf_counter
from typing import BinaryIO

from proctor.solvers.by_cp_sat import load_cp_sat, solve_by_cp_sat
from proctor.solvers.by_highs import solve_by_highs
from proctor.solvers.messages import Number, read_request

__all__ = ["main"]


def main() -> None:
    """Answer requests until there are no more."""
    _limit(int(sys.argv[1]))
    out = _private_output()
    requests: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(requests,), daemon=True).start()
    load_cp_sat()
    while True:
        try:
            _answer(requests.get(), out)
        except Exception as error:
            # The client needs a sentence, whatever it was, and starts another worker.
            _send(out, {"failed": _sentence(error)})
            raise


def _answer(line: bytes, out: BinaryIO) -> None:
    begin = perf_counter()
    job, program, options = read_request(line)

    def tell(bound: float | None, values: Sequence[Number] | None) -> None:
        _send(out, {"job": job, "bound": bound, "values": values})

    solve = solve_by_cp_sat if options.kind == "cp-sat" else solve_by_highs
    ended = solve(program, options, tell)
    seconds = perf_counter() - begin
    _send(
        out,
        {
            "job": job,
            "status": ended.status,
            "bound": ended.bound,
            "values": ended.values,
            "seconds": seconds,
        },
    )


def _send(out: BinaryIO, message: dict[str, object]) -> None:
    # One write, so that lines from several threads of a solver do not mix.
    out.write(json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n")


def _sentence(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return "the memory was not enough"
    return str(error) or type(error).__name__


def _listen(requests: "SimpleQueue[bytes]") -> None:
    # Solvers let other threads run, so the end of the input is seen in the middle of a search.
    for line in sys.stdin.buffer:
        requests.put(line)
    os._exit(0)


def _private_output() -> BinaryIO:
    # Whatever a library prints goes to standard error and cannot spoil an answer.
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    return out


def _limit(memory: int) -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
