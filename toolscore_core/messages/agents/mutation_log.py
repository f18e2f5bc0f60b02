"""A log of changes to one object -> the object as the last change left it.

Chats of Visual Studio Code are kept so: `{"kind": 0, "v": object}`, then `{"kind": 1, "k": path, "v": value}` to set,
`{"kind": 2, "k": path, "v": items, "i": index}` to cut a list there and append, `{"kind": 3, "k": path}` to delete.
Source: https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/chat/common/model/objectMutationLog.ts.
"""

from collections.abc import Iterable
from typing import Any

_INITIAL, _SET, _PUSH, _DELETE = range(4)


def is_initial(value: Any) -> bool:
    """Whether a record is the first of such a log: the whole object."""
    return isinstance(value, dict) and value.get("kind") == _INITIAL and isinstance(value.get("v"), dict)


def is_change(value: Any) -> bool:
    """Whether a record is a change."""
    return isinstance(value, dict) and value.get("kind") in (_SET, _PUSH, _DELETE) and isinstance(value.get("k"), list)


def replayed(initial: dict[str, Any], changes: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The object after all changes. It shares its parts with the records and changes them; what fits nowhere is left out."""
    state = {"v": initial["v"]}
    for change in changes:
        path: list[Any] = ["v", *change["k"]]
        holder: Any = state
        last = path.pop()
        for step in path:
            holder = _item(holder, step)
        if change["kind"] == _PUSH:
            _push(_item(holder, last), change.get("v"), change.get("i"))
        elif isinstance(holder, dict) and isinstance(last, str):
            if change["kind"] == _SET:
                holder[last] = change.get("v")
            else:
                holder.pop(last, None)
        elif isinstance(holder, list) and isinstance(last, int) and 0 <= last < len(holder):
            holder[last] = change.get("v")
    return state["v"] if isinstance(state["v"], dict) else {}


def _item(holder: Any, step: Any) -> Any:
    if isinstance(holder, dict) and isinstance(step, str):
        return holder.get(step)
    if isinstance(holder, list) and isinstance(step, int) and 0 <= step < len(holder):
        return holder[step]
    return None


def _push(target: Any, items: Any, index: Any) -> None:
    if not isinstance(target, list):
        return
    if isinstance(index, int) and index >= 0:
        del target[index:]
    if isinstance(items, list):
        target.extend(items)
