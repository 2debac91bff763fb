"""Whatever a worker does, a solve ends in time, with what was found and a sentence."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Timer

import pytest

from proctor.errors import SolverFault
from proctor.solvers.client import Solver
from proctor.solvers.messages import Kind
from proctor.solvers.program import Program, ProgramBuilder
from unit.solvers.programs import market_split, random_program, wide

KINDS: tuple[Kind, ...] = ("cp-sat", "highs")


def one_of_two() -> Program:
    """Return a program with the optimum 1, at (1, 0)."""
    builder = ProgramBuilder("one of two")
    a, b = builder.booleans(2)
    builder.clause([a + 1, b + 1])
    builder.minimise([(1, a), (2, b)])
    return builder.build()


def worker_that_says(*lines: object, then: str = "time.sleep(60)") -> list[str]:
    """Return a worker that answers its first request so, then does something else."""
    said = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    script = f"""
import os, signal, sys, time
print('{{"ready": true}}', flush=True)
sys.stdin.readline()
for line in {said!r}:
    print(line, flush=True)
{then}
"""
    return [sys.executable, "-c", script]


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    # An orphan that nobody waits for stays as a zombie, which does nothing.
    return state.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize("kind", KINDS)
def test_a_worker_killed_in_the_middle_is_replaced_once(kind: Kind) -> None:
    with Solver() as solver:
        killed: list[int] = []

        def kill(_objective: object, _bound: object, values: object) -> None:
            pid = solver.pid
            if values is not None and not killed and pid is not None:
                killed.append(pid)
                os.kill(pid, signal.SIGKILL)

        found = solver.solve(market_split(), kind=kind, seconds=1, on_progress=kill)

        assert killed
        assert solver.pid not in killed
        assert found.status == "feasible"
        assert found.seconds < 2
        assert found.reason == "the limit of 1 seconds came first"


def test_a_worker_killed_again_and_again_leaves_what_was_found() -> None:
    with Solver() as solver:

        def kill(_objective: object, _bound: object, values: object) -> None:
            if values is not None and solver.pid is not None:
                os.kill(solver.pid, signal.SIGKILL)

        found = solver.solve(market_split(), seconds=20, on_progress=kill)

        assert found.status == "feasible"
        assert found.values is not None
        assert market_split().check(found.values) is None
        assert found.reason == (
            "the solver failed: it ended with signal 9 (SIGKILL); "
            "tried again: it ended with signal 9 (SIGKILL)"
        )
        assert solver.solve(one_of_two(), seconds=20).status == "optimal"


def test_a_worker_killed_from_outside_at_any_time_is_no_exception() -> None:
    with Solver() as solver:
        solver.solve(one_of_two(), seconds=20)
        assert solver.pid is not None
        timer = Timer(0.3, os.kill, (solver.pid, signal.SIGKILL))
        timer.start()
        found = solver.solve(market_split(), seconds=1)
        timer.join()

        assert found.status == "feasible"
        assert found.seconds < 2


def test_a_worker_killed_while_idle_is_replaced() -> None:
    with Solver() as solver:
        for _ in range(3):
            assert solver.solve(one_of_two(), seconds=20).status == "optimal"
            assert solver.pid is not None
            os.kill(solver.pid, signal.SIGKILL)


@pytest.mark.parametrize("kind", KINDS)
def test_a_program_too_large_for_the_memory_is_undecided(kind: Kind) -> None:
    with Solver(memory=120 << 20) as solver:
        assert solver.solve(one_of_two(), seconds=20).status == "optimal"
        found = solver.solve(wide(20_000, 60_000), kind=kind, seconds=20)

        assert found.status == "unknown"
        assert found.values is None
        assert found.reason.startswith("the solver failed: ")
        assert solver.solve(one_of_two(), seconds=20).status == "optimal"


def test_too_little_memory_to_start_is_a_sentence() -> None:
    with Solver(memory=30 << 20) as solver:
        found = solver.solve(one_of_two(), seconds=20)

        assert found.status == "unknown"
        assert found.reason.startswith("the solver failed: ")


@pytest.mark.parametrize("kind", KINDS)
def test_a_hard_program_ends_in_time(kind: Kind) -> None:
    with Solver() as solver:
        begin = time.perf_counter()
        found = solver.solve(market_split(5, 50), kind=kind, seconds=1)

        assert time.perf_counter() - begin < 2
        assert found.status == "feasible"


def test_a_worker_that_ignores_its_limit_is_killed_and_its_solution_kept() -> None:
    better = {"job": 1, "bound": None, "values": [0, 1]}
    bound = {"job": 1, "bound": 0.5, "values": None}
    with Solver(command=worker_that_says(better, bound)) as solver:
        begin = time.perf_counter()
        found = solver.solve(one_of_two(), seconds=0.5)

        assert time.perf_counter() - begin < 1.5
        assert (found.status, found.values, found.objective, found.bound) == (
            "feasible",
            (0, 1),
            2,
            1,
        )
        assert found.reason == (
            "the limit of 0.5 seconds came first, and the solver had to be killed"
        )
        assert solver.pid is None


def test_a_worker_that_never_starts_is_killed() -> None:
    with Solver(command=[sys.executable, "-c", "import time; time.sleep(60)"]) as solver:
        found = solver.solve(one_of_two(), seconds=0.2)

        assert found.status == "unknown"
        assert "had not even started" in found.reason


def test_a_worker_that_does_not_exist_is_a_sentence() -> None:
    with Solver(command=["/nowhere/worker"]) as solver:
        solver.start()
        found = solver.solve(one_of_two(), seconds=5)

        assert found.status == "unknown"
        assert found.reason.startswith("the solver failed: it could not be started: ")
        assert solver.last == found


def test_a_worker_that_answers_before_it_listens_is_replaced() -> None:
    script = """
import time
print('{"ready": true}')
print('{"job": 1, "status": "unknown"}', flush=True)
time.sleep(60)
"""
    builder = ProgramBuilder("longer than a pipe")
    builder.booleans(50_000)
    with Solver(command=[sys.executable, "-c", script]) as solver:
        assert solver.solve(builder.build(), seconds=5).status == "unknown"
        assert solver.solve(one_of_two(), seconds=5).reason == (
            "the solver failed: it had not listened to the line before; "
            "tried again: it spoke of another program"
        )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Segmentation fault", "it said 'Segmentation fault'"),
        ("[1, 2]", "it said '[1, 2]'"),
        ("[" * 100_000, "it said '[[["),
        ("\x00\x1b[2J", r"it said '\x00\x1b[2J'"),
        ({"job": 2, "status": "optimal"}, "it spoke of another program"),
        ({"job": 1, "values": ["a", "b"]}, "it sent values that are no numbers"),
        ({"job": 1, "values": "ab"}, "it sent values that are no numbers"),
        ({"job": 1, "bound": "high"}, "it sent a bound that is no number"),
        ({"job": 1, "bound": 10**400}, "it sent the bound 1000"),
        ({"job": 1, "status": "optimal", "bound": float("nan")}, "it spoke of an optimum"),
        ({"job": 1, "status": "excellent"}, "it sent the status 'excellent'"),
        ({"job": 1, "status": "optimal"}, "it spoke of an optimum that it did not send"),
        ({"failed": "no such luck"}, "no such luck"),
    ],
)
def test_garbage_from_a_worker_is_undecided(line: object, reason: str) -> None:
    better = {"job": 1, "values": [0, 1]}
    with Solver(command=worker_that_says(better, line)) as solver:
        found = solver.solve(one_of_two(), seconds=5)

        # The second worker speaks of job 1 again, when it should speak of job 2.
        assert found.status == "feasible"
        assert found.values == (0, 1)
        assert found.reason.startswith(f"the solver failed: {reason}")


@pytest.mark.parametrize(
    ("then", "reason"),
    [
        ("os.kill(os.getpid(), signal.SIGSEGV)", "it ended with signal 11 (SIGSEGV)"),
        ("sys.exit('out of luck')", "it ended with code 1: out of luck"),
        ("os.close(1); time.sleep(60)", "it closed its output"),
        ("os.write(2, b'x' * 300000); os._exit(3)", "it ended with code 3: xxx"),
    ],
)
def test_how_a_worker_ended_is_told(then: str, reason: str) -> None:
    with Solver(command=worker_that_says(then=then)) as solver:
        found = solver.solve(one_of_two(), seconds=5)

        assert found.status == "unknown"
        assert found.reason.startswith(f"the solver failed: {reason}")


@pytest.mark.parametrize(
    ("last", "sentence"),
    [
        ({"values": [0, 0]}, "returned a solution that is none: clause 0 does not hold"),
        ({"values": [0, 2]}, "returned a solution that is none: variable 1 is 2"),
        ({"values": [1]}, "returned a solution that is none: there are 1 values"),
        ({"values": [float("nan"), 1]}, "a solution that is none: variable 0 is nan"),
        ({"status": "infeasible"}, "says that there is no solution, but there is one of 2"),
        ({"status": "feasible", "bound": 3}, "says that nothing is below 3, but 2 is"),
        (
            {"status": "optimal", "bound": 1, "values": [0, 1]},
            "says that 1 is the best bound and 2 the optimum",
        ),
    ],
)
def test_a_wrong_answer_is_a_fault_and_the_right_ones_are_kept(
    last: dict[str, object], sentence: str
) -> None:
    better = {"job": 1, "values": [0, 1]}
    with Solver(command=worker_that_says(better, {"job": 1, **last})) as solver:
        with pytest.raises(SolverFault, match=sentence):
            solver.solve(one_of_two(), seconds=5)

        assert solver.last is not None
        assert (solver.last.status, solver.last.values) == ("feasible", (0, 1))
        assert solver.pid is None


def test_a_wrong_optimum_is_caught_by_a_known_solution() -> None:
    builder = ProgramBuilder("known")
    a, b = builder.booleans(2)
    builder.clause([a + 1, b + 1])
    builder.minimise([(1, a), (2, b)])
    builder.hint(a, 1)
    builder.hint(b, 0)
    wrong = {"job": 1, "status": "optimal", "bound": 2, "values": [0, 1]}
    with (
        Solver(command=worker_that_says(wrong)) as solver,
        pytest.raises(SolverFault, match="nothing is below 2, but 1 is a solution"),
    ):
        solver.solve(builder.build(), seconds=5)


def test_what_the_listener_raises_ends_the_search_and_loses_nothing() -> None:
    class Enough(Exception):
        pass

    def stop(_objective: float | None, _bound: float | None, values: object) -> None:
        if values is not None:
            raise Enough

    with Solver() as solver:
        with pytest.raises(Enough):
            solver.solve(market_split(), seconds=20, on_progress=stop)

        assert solver.last is not None
        assert solver.last.status == "feasible"
        assert solver.pid is None
        assert solver.solve(one_of_two(), seconds=20).status == "optimal"


INTERRUPTED = """
import sys
from proctor.solvers.client import Solver
from unit.solvers.programs import market_split

solver = Solver()
try:
    told = lambda objective, bound, values: values and print(solver.pid, flush=True)
    solver.solve(market_split(), seconds=60, on_progress=told)
except KeyboardInterrupt:
    print("kept", solver.last.status, solver.last.objective, solver.pid)
"""


def started(script: str) -> "subprocess.Popen[str]":
    root = Path(__file__).resolve().parents[3]
    paths = [str(root / "tests"), str(root / "src")]
    return subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )


def gone(pid: int) -> bool:
    for _ in range(60):
        if not is_alive(pid):
            return True
        time.sleep(0.05)
    return False


def test_ctrl_c_ends_the_worker_and_keeps_the_best() -> None:
    with started(INTERRUPTED) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        parent.send_signal(signal.SIGINT)
        said, errors = parent.communicate(timeout=20)

    assert said.splitlines()[-1].startswith("kept feasible ")
    assert said.splitlines()[-1].endswith(" None")
    assert (parent.returncode, errors) == (0, "")
    assert gone(pid)


def test_a_worker_does_not_outlive_its_client_in_the_middle_of_a_search() -> None:
    with started(INTERRUPTED) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        parent.kill()

    assert gone(pid)


def test_a_closed_or_forgotten_solver_leaves_no_process() -> None:
    solver = Solver()
    solver.solve(one_of_two(), seconds=20)
    first = solver.pid
    solver.close()
    solver.close()
    solver.solve(one_of_two(), seconds=20)
    second = solver.pid
    del solver

    assert first is not None
    assert second is not None
    assert not Path(f"/proc/{first}").exists()
    assert not Path(f"/proc/{second}").exists()


def test_one_worker_lives_through_many_programs_of_both_kinds() -> None:
    with Solver() as solver:
        solver.start()
        pid = solver.pid
        for seed in range(100):
            kind = KINDS[seed % 10 == 0]
            solver.solve(random_program(seed), kind=kind, seconds=20)

        assert solver.pid == pid
