"""Does an automaton accept a lasso? Walk both together and look for a good loop."""

from proctor.automata.automaton import Automaton
from proctor.automata.components import Arc, good_component
from proctor.logic.lasso import Lasso

__all__ = ["accepts"]


def accepts(automaton: Automaton, lasso: Lasso) -> bool:
    """Whether some run of ``automaton`` on the word ``lasso`` is good.

    Any automaton will do, whatever its condition. Propositions of the word that the
    automaton does not know do not matter.

    Examples:
        >>> from proctor.automata.acceptance import BUCHI
        >>> from proctor.automata.automaton import Edge
        >>> from proctor.automata.guard import Guard
        >>> always_a = Automaton(
        ...     propositions=("a",),
        ...     states=1,
        ...     starts=(0,),
        ...     edges=(Edge(0, Guard.literal(0), 0, frozenset({0})),),
        ...     acceptance=BUCHI,
        ... )
        >>> accepts(always_a, Lasso((), (frozenset("a"),)))
        True
        >>> accepts(always_a, Lasso((frozenset(),), (frozenset("a"),)))
        False
    """
    letters = [automaton.letter(names) for names in (*lasso.prefix, *lasso.cycle)]
    length = len(letters)
    arcs: list[Arc] = []
    pending = [start * length for start in automaton.starts]
    known = set(pending)
    while pending:
        node = pending.pop()
        state, position = divmod(node, length)
        following = position + 1 if position + 1 < length else len(lasso.prefix)
        for edge in automaton.outgoing(state):
            if edge.guard.accepts(letters[position]):
                target = edge.target * length + following
                arcs.append(Arc(node, target, edge.marks))
                if target not in known:
                    known.add(target)
                    pending.append(target)
    return good_component(arcs, automaton.acceptance) is not None
