"""What must hold of the model and the objectives before a test can mean anything."""

from proctor.artefacts.certificate import Claim
from proctor.artefacts.environment import Environment
from proctor.errors import shown
from proctor.logic.classes import is_syntactic_guarantee
from proctor.logic.parser import parse
from proctor.verify.claims import many, proved, refuted
from proctor.verify.judged import Judged

__all__ = ["check_permanent", "check_terminal"]


def check_terminal(environment: Environment) -> Claim:
    """Return whether there is a terminal state, and none has a move to another state."""
    model = environment.model
    final = frozenset(model.terminal)
    if not final:
        return refuted("terminal", "no state is terminal, so no run can end in success")
    for move in model.moves:
        if move.source in final and move.target != move.source:
            return refuted(
                "terminal",
                f"the terminal state {shown(model.states[move.source])} has a move to "
                f"{shown(model.states[move.target])}",
            )
    return proved("terminal", f"{len(final)} of {many(len(model.states), 'state')}")


def check_permanent(judged: Judged) -> Claim:
    """Return whether the test objective, once it has come true, stays true whatever follows.

    Its form may say so. If not, it is looked at wherever a run of this model could end.
    """
    if is_syntactic_guarantee(parse(judged.product.environment.test_objective)):
        return proved("permanent", "by the form of the formula")
    product = judged.product
    for node, successors in enumerate(product.successors):
        if judged.shown[node]:
            for after in successors:
                if not judged.shown[after]:
                    return refuted(
                        "permanent",
                        f"it is true at {product.shown(node)} and not any more at "
                        f"{product.shown(after)}",
                    )
    return proved("permanent", f"{many(len(product.states), 'pair')} of this model")
