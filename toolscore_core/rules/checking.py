"""Rules and recorded calls -> the calls that break a rule, each with the first rule that it breaks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, overload

from toolscore_core.calls import ToolCall
from toolscore_core.matchers import MOST_TIMEOUTS, watching_patterns
from toolscore_core.rules.commands import forget_runs
from toolscore_core.rules.operators import AnyArgument, is_whole, values_in
from toolscore_core.rules.reading import checked
from toolscore_core.rules.writing import tool_text
from toolscore_core.values import holds_matcher, values_match


@dataclass(frozen=True, slots=True)
class Break:
    """A call that breaks a rule.

    Attributes:
        index: 0-based position of the call.
        rule: 0-based position of the first rule that it breaks.
        certain: False when a pattern of the rule ran out of time: then nobody knows, and the call is reported.
        because: What a rule with `max_calls` or `only_after` misses, in words; None for any other rule.
    """

    index: int
    rule: int
    certain: bool
    because: str | None = None


def call_matches_rule(tool: str, args: dict[str, Any] | None, rule: dict[str, Any]) -> bool:
    """Whether a call is of the kind that a rule, as `rules_from_json` returns it, speaks of.

    The tool is the rule's, and every argument of the rule is in the call and matches, leniently. None stands for no
    arguments. A pattern that runs out of time counts as found. `max_calls` and `only_after`, which look at other calls too,
    are not looked at.

    Raises:
        KeyError: The rule has no `tool`; nothing else is checked.
    """
    with watching_patterns() as ran_out:
        if rule["tool"] != tool and not ran_out:
            return False
        return _Conditions(0, rule, []).speak_of(args, _SoFar(ran_out)) is not None


class CompiledRules(Sequence[dict[str, Any]]):
    """Rules made ready for many calls: by tool, plain arguments before patterns. As a sequence, the rules as read."""

    def __init__(self, rules: list[dict[str, Any]]) -> None:
        self._rules = rules
        self._earlier: list[Any] = []
        self._conditions = [_Conditions(index, rule, self._earlier) for index, rule in enumerate(rules)]
        self._exact: dict[str, list[int]] = {}
        self._patterns: list[int] = []
        for index, rule in enumerate(rules):
            if isinstance(rule["tool"], str):
                self._exact.setdefault(rule["tool"], []).append(index)
            else:
                self._patterns.append(index)

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, index: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        return self._rules[index]

    def __len__(self) -> int:
        return len(self._rules)

    def broken_by(self, calls: Iterable[ToolCall], aliases: Mapping[str, str] | None = None) -> list[Break]:
        """The calls of one trace that break a rule, in order.

        After a rule's patterns ran out of time on three calls they are no longer tried in this trace: every further call
        that they decide is reported as not certain.

        Args:
            calls: All recorded calls, in order.
            aliases: Recorded tool name -> another name by which rules may know the tool; None for none.
        """
        broken: list[Break] = []
        plans: dict[str, _Plan | None] = {}
        with watching_patterns() as ran_out:
            so_far = _SoFar(ran_out)
            for index, call in enumerate(calls):
                tool = call.tool
                if tool in plans:
                    plan = plans[tool]
                else:
                    other = aliases.get(tool, tool) if aliases else tool
                    plan = plans[tool] = self._plan((tool,) if other == tool else (tool, other), ran_out)
                if plan is not None:
                    found = plan.first_break(call, so_far)
                    if found is not None:
                        broken.append(Break(index, *found))
        forget_runs()
        return broken

    def _plan(self, names: tuple[str, ...], ran_out: list[str]) -> "_Plan | None":
        """What the rules say of a tool that is known by these names; None when they say nothing."""
        indexes = {index for name in names for index in self._exact.get(name, ())}
        unsure = set()
        for index in self._patterns:
            before = len(ran_out)
            if any(self._rules[index]["tool"].matches(name) for name in names):
                indexes.add(index)
            if len(ran_out) > before:
                unsure.add(index)
        meets = []
        for number, earlier in enumerate(self._earlier):
            before = len(ran_out)
            if any(earlier == name for name in names) and len(ran_out) == before:
                meets.append(number)
        if not (indexes or unsure or meets):
            return None
        return _Plan([self._conditions[i] for i in sorted(indexes | unsure)], frozenset(unsure), tuple(meets))


def compile_rules(rules: Any) -> CompiledRules:
    """Rules, as read or straight from JSON, made ready for many calls; what is ready stays as it is.

    Raises:
        TypeError, RuleError: As `rules_from_json`.
    """
    return rules if isinstance(rules, CompiledRules) else CompiledRules(checked(rules, "rules"))


_MANY: Final = object()
"""Stands for successful calls in more than one turn, or in an unknown one."""


@dataclass(slots=True)
class _SoFar:
    """What was seen of one trace.

    Attributes:
        ran_out: Patterns that ran out of time, as `watching_patterns` collects them.
        timeouts: Index of a rule -> calls on which its patterns ran out of time.
        counts: Index of a rule with `max_calls` -> calls that it speaks of: (certainly, perhaps).
        met: Number of an earlier tool -> the turn of its successful calls, or _MANY.
        listed: The arguments last looked at and the values inside them, without and with nested ones.
    """

    ran_out: list[str]
    timeouts: dict[int, int] = field(default_factory=dict)
    counts: dict[int, tuple[int, int]] = field(default_factory=dict)
    met: dict[int, Any] = field(default_factory=dict)
    listed: dict[bool, tuple[dict[Any, Any], list[Any]]] = field(default_factory=dict)

    def values_of(self, args: dict[Any, Any], *, nested: bool) -> list[Any]:
        """The values inside the arguments of the call that is being checked; for many rules they are listed once."""
        known = self.listed.get(nested)
        if known is None or known[0] is not args:
            known = self.listed[nested] = (args, list(values_in(args, nested=nested)))
        return known[1]

    def note_success(self, number: int, turn: int | None) -> None:
        if turn is None or self.met.get(number, turn) != turn:
            self.met[number] = _MANY
        else:
            self.met[number] = turn

    def came_before(self, number: int, turn: int | None) -> bool:
        """Whether the tool was called with success before a call of this turn; a call of the same turn is not before."""
        if number not in self.met:
            return False
        return self.met[number] is _MANY or turn is None or self.met[number] != turn


class _Plan:
    """The rules that speak of one tool.

    Args:
        rules: Their conditions, in order.
        unsure: Rules of which nobody knows whether they speak of it.
        meets: Numbers of the earlier tools, as `only_after` names them, that this tool is.
    """

    __slots__ = ("_meets", "_rules", "_simple", "_unsure")

    def __init__(self, rules: list["_Conditions"], unsure: frozenset[int], meets: tuple[int, ...]) -> None:
        self._rules = rules
        self._unsure = unsure
        self._meets = meets
        self._simple = not (unsure or meets or any(rule.most is not None or rule.earlier for rule in rules))

    def first_break(self, call: ToolCall, so_far: _SoFar) -> tuple[int, bool, str | None] | None:
        """The first rule that the call breaks, whether that is certain, and why it breaks it; None for none."""
        args = call.args
        if self._simple:
            for rule in self._rules:
                certain = rule.speak_of(args, so_far)
                if certain is not None:
                    return rule.index, certain, None
            return None
        first = None
        for rule in self._rules:
            if first is not None and rule.most is None:
                continue
            certain = rule.speak_of(args, so_far)
            if certain is None:
                continue
            found = rule.broken_in_order(call, certain and rule.index not in self._unsure, so_far)
            if first is None and found is not None:
                first = (rule.index, *found)
        if self._meets and not call.is_error:
            for number in self._meets:
                so_far.note_success(number, call.turn)
        return first


class _Conditions:
    """The conditions of one rule.

    Attributes:
        index: 0-based position of the rule.
        most: Its `max_calls`; None without.
        earlier: Numbers of the tools that must have been called before, in `all_earlier`, to which they are added.
    """

    __slots__ = ("_matchers", "_names", "_plain", "_texts", "_whole", "earlier", "index", "most")

    def __init__(self, index: int, rule: dict[str, Any], all_earlier: list[Any]) -> None:
        self.index = index
        self.most: int | None = rule.get("max_calls")
        after = rule.get("only_after")
        earlier = [] if after is None else after if isinstance(after, list) else [after]
        self.earlier = range(len(all_earlier), len(all_earlier) + len(earlier))
        self._names = [tool_text(tool) for tool in earlier]
        all_earlier += earlier
        self._texts: list[tuple[Any, str]] = []
        self._plain: list[tuple[Any, Any]] = []
        self._matchers: list[tuple[Any, Any]] = []
        self._whole: list[Any] = []
        for key, value in (rule.get("args") or {}).items():
            if isinstance(value, str):
                self._texts.append((key, value.strip()))
            elif is_whole(key, value):
                self._whole.append(value)
            else:
                (self._matchers if holds_matcher(value) else self._plain).append((key, value))

    def speak_of(self, args: Any, so_far: _SoFar) -> bool | None:
        """None when the rule does not speak of a call with these arguments; otherwise whether it certainly does."""
        given = args if isinstance(args, dict) else {}
        for key, text in self._texts:  # as `values_match` compares texts, white space forgiven
            actual = given.get(key)
            if not isinstance(actual, str) or actual.strip() != text:
                return None
        for key, expected in self._plain:
            if key not in given or not values_match(expected, given[key]):
                return None
        return self._patterns_match(given, so_far) if self._matchers or self._whole else True

    def _patterns_match(self, given: dict[Any, Any], so_far: _SoFar) -> bool | None:
        for key, _ in self._matchers:
            if key not in given:
                return None
        if so_far.timeouts.get(self.index, 0) >= MOST_TIMEOUTS:
            return False
        before = len(so_far.ran_out)
        certain = True
        for expected, actual in (
            *((expected, given[key]) for key, expected in self._matchers),
            *((expected, given) for expected in self._whole),
        ):
            if type(expected) is AnyArgument:
                matches = expected.matches_among(so_far.values_of(given, nested=expected.nested))
            else:
                matches = values_match(expected, actual)
            if len(so_far.ran_out) > before:
                certain = False
                before = len(so_far.ran_out)
            elif not matches:
                return None
        if not certain:
            so_far.timeouts[self.index] = so_far.timeouts.get(self.index, 0) + 1
        return certain

    def broken_in_order(self, call: ToolCall, certain: bool, so_far: _SoFar) -> tuple[bool, str | None] | None:
        """Whether a call of which the rule speaks breaks it for certain, and what it misses; None when it does not."""
        over = None
        if self.most is not None:
            surely, perhaps = so_far.counts.get(self.index, (0, 0))
            surely, perhaps = surely + certain, perhaps + 1
            so_far.counts[self.index] = surely, perhaps
            if perhaps > self.most:
                allowed = "none is allowed" if self.most == 0 else f"at most {self.most} allowed"
                over = surely > self.most, f"call {perhaps:,}, {allowed}"
        missing = [
            name
            for number, name in zip(self.earlier, self._names, strict=True)
            if not so_far.came_before(number, call.turn)
        ]
        if missing:
            return certain, f"no successful {' and no successful '.join(missing)} before it"
        if over is not None or self.most is not None or self.earlier:
            return over
        return certain, None
