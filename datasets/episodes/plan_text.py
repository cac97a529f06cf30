"""From a plan's text to data with the line of every value, and from schema faults to sentences. Pure."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable
from typing import Any

import yaml

MAX_BYTES = 64 * 1024
MAX_OPENED = 1000
"""The reader takes time by the square of how many brackets are open."""
SHOWN_NAMES = 20

Where = tuple[Any, ...]
Lines = dict[Where, int]


class PlanError(ValueError):
    """What is wrong with a plan: one entry per fault, with the line where it stands (None if unknown)."""

    def __init__(self, faults: list[tuple[int | None, str]]) -> None:
        self.faults = faults
        super().__init__("; ".join(f"line {line}: {text}" if line else text for line, text in faults))


def parse(text: str | bytes) -> tuple[Any, Lines]:
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(raw) > MAX_BYTES:
        raise PlanError([(None, f"the plan is {len(raw)} bytes long, at most {MAX_BYTES} are read")])
    try:
        decoded = raw.decode("utf-8")
        if decoded.count("[") + decoded.count("{") > MAX_OPENED:
            raise PlanError([(None, f"the plan opens more than {MAX_OPENED} brackets; no plan needs so many")])
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(decoded, Loader=yaml.SafeLoader)):
            raise PlanError([(None, "aliases (*name) are not read in plans; write the value out")])
        node = yaml.compose(decoded, Loader=yaml.SafeLoader)
        doubled = _doubled_key(node, ())
        if doubled is not None:
            raise PlanError([doubled])
        data = yaml.safe_load(decoded)
        json.dumps(data, allow_nan=False)
    except UnicodeDecodeError as error:
        raise PlanError([(None, f"the plan is not UTF-8 (byte {error.start})")]) from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise PlanError([(line, f"this is no YAML: {error.problem}")]) from error
    except (yaml.YAMLError, RecursionError, ValueError, TypeError) as error:
        if isinstance(error, PlanError):
            raise
        raise PlanError([(None, f"the plan cannot be read ({type(error).__name__})")]) from error
    return data, dict(_node_lines(node, ()))


def line_of(lines: Lines, path: Iterable[Any]) -> int | None:
    """The line of a value, or of the nearest thing around it that has one."""
    where = tuple(path)
    while where not in lines and where:
        where = where[:-1]
    return lines.get(where)


def sentence(error: Any) -> str:
    """A fault that the schema found, with what to do about it."""
    where = ".".join(str(part) for part in error.absolute_path) or "plan"
    if error.validator == "additionalProperties":
        known = sorted(error.schema.get("properties", {}))
        given = error.instance if isinstance(error.instance, dict) else {}
        unknown = sorted(str(key) for key in given if key not in known)
        return f"{where}: " + "; ".join(unknown_name(name, known) for name in unknown)
    if error.validator == "enum":
        return f"{where}: " + unknown_name(str(error.instance), [str(v) for v in error.validator_value])
    if error.validator == "anyOf" and not error.absolute_path:
        return "plan: nothing is asked for; name challenges, actions or dyads, each with a count"
    if error.validator == "oneOf":
        return f"{where}: write all, or a list of names"
    return f"{where}: {str(error.message)[:300]}"


def unknown_name(name: str, known: Iterable[str]) -> str:
    """What is not known, with the nearest name that is and a choice of the others."""
    names = sorted(known)
    near = difflib.get_close_matches(name[:100], names, n=1, cutoff=0.6)
    guess = f" did you mean {near[0]}?" if near else ""
    listed = ", ".join(names[:SHOWN_NAMES]) + (f" and {len(names) - SHOWN_NAMES} more" * (len(names) > SHOWN_NAMES))
    return f"{name[:100]!r} is not known;{guess} known here: {listed or 'none yet'}"


def _node_lines(node: Any, path: Where) -> Iterable[tuple[Where, int]]:
    if node is None:
        return
    yield path, node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield (*path, key.value), key.start_mark.line + 1
            yield from (entry for entry in _node_lines(value, (*path, key.value)) if entry[0] != (*path, key.value))
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            yield from _node_lines(value, (*path, index))


def _doubled_key(node: Any, path: Where) -> tuple[int, str] | None:
    """YAML keeps the last of two equal keys without a word; here the first fault of that kind is told."""
    if isinstance(node, yaml.MappingNode):
        seen: set[Any] = set()
        for key, value in node.value:
            where = ".".join(str(part) for part in (*path, key.value))
            if isinstance(key, yaml.ScalarNode) and key.value in seen:
                return key.start_mark.line + 1, f"{where}: stands here twice; keep one"
            seen.add(key.value if isinstance(key, yaml.ScalarNode) else id(key))
            found = _doubled_key(value, (*path, key.value if isinstance(key, yaml.ScalarNode) else "?"))
            if found is not None:
                return found
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            found = _doubled_key(value, (*path, index))
            if found is not None:
                return found
    return None
