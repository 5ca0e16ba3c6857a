"""Exit codes, a contract with pipelines: they never change their meaning."""

from qa_appliance.core.errors import Conflict, Forbidden, Invalid, NotFound, Problem, Unauthorized

PASSED = 0
FAILED = 1  # the verdict
USAGE = 2
IMPOSSIBLE = 3  # could not be run
TIMED_OUT = 4
UNAUTHORIZED = 5
INTERRUPTED = 130


def exit_code(problem: Problem) -> int:
    match problem:
        case Invalid() | NotFound() | Conflict():
            return USAGE
        case Unauthorized() | Forbidden():
            return UNAUTHORIZED
        case _:
            return IMPOSSIBLE
