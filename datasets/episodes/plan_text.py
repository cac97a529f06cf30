"""From a plan's text to data with the line of every value, and from schema faults to sentences. Pure."""

from __future__ import annotations

import difflib
import itertools
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

import yaml

MAX_BYTES = 64 * 1024
MAX_OPENED = 1000
"""The reader takes time by the square of how many brackets are open."""
SHOWN_NAMES = 20
SHOWN_FAULTS = 50
"""Looking for near names takes time; nobody reads more faults at once."""
_YAML = "tag:yaml.org,2002:"
_READ = frozenset(_YAML + kind for kind in ("map", "seq", "str", "int", "float", "bool", "null"))
_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9_]{0,17})")
_DECIMAL = re.compile(r"[-+]?[0-9._]{1,40}([eE][-+]?[0-9]{1,2})?")

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
        data = _json(decoded)
        if data is not None:
            # YAML's reader tells the lines of JSON too; tabs, which stand only between its values, trip it.
            decoded = decoded.replace("\t", " ")
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(decoded, Loader=yaml.SafeLoader)):
            raise PlanError([(None, "aliases (*name) are not read in plans; write the value out")])
        node = yaml.compose(decoded, Loader=yaml.SafeLoader)
        doubled = _doubled_key(node, ())
        if doubled is not None:
            raise PlanError([doubled])
        if data is None:
            if odd := told(_odd_values(node, ())):
                raise PlanError(odd)
            data = yaml.safe_load(decoded)
        json.dumps(data, allow_nan=False)
    except UnicodeDecodeError as error:
        raise PlanError([(None, f"the plan is not UTF-8 (byte {error.start})")]) from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise PlanError([(line, f"this is no YAML: {error.problem}")]) from error
    except yaml.reader.ReaderError as error:
        line = decoded.count("\n", 0, error.position) + 1
        raise PlanError([(line, f"the plan holds the character U+{error.character:04X}; take it out")]) from error
    except (yaml.YAMLError, RecursionError, ValueError, TypeError) as error:
        if isinstance(error, PlanError):
            raise
        raise PlanError([(None, f"the plan cannot be read ({type(error).__name__})")]) from error
    return data, dict(_node_lines(node, ()))


def _json(text: str) -> Any:
    """What a plan in JSON says, or None. To YAML 1e2 is a text, and an emoji written in ASCII is two halves."""
    body = text.lstrip("\ufeff \t\r\n")
    if not body.startswith("{"):
        return None
    try:
        return json.loads(body, parse_constant=_no_constant)
    except ValueError:
        return None


def _no_constant(name: str) -> None:
    raise ValueError(name)


def line_of(lines: Lines, path: Iterable[Any]) -> int | None:
    """The line of a value, or of the nearest thing around it that has one."""
    where = tuple(path)
    while where not in lines and where:
        where = where[:-1]
    return lines.get(where)


def faults_in(error: Any) -> Iterator[tuple[Where, str]]:
    """What a fault that the schema found is about, and what to do about it: one entry for each key not known."""
    path = tuple(error.absolute_path)
    where = ".".join(str(part) for part in path) or "plan"
    if error.validator == "additionalProperties" and isinstance(error.instance, dict):
        known = sorted(error.schema.get("properties", {}))
        for key in error.instance:
            if key not in known:
                yield (*path, key), f"{where}: {unknown_name(str(key), known)}"
    elif error.validator == "oneOf" and isinstance(error.instance, list):
        for inner in error.context:
            if inner.schema_path[0] != 0:
                yield from faults_in(inner)
    else:
        yield path, f"{where}: {_sentence(error)}"


def told(faults: Iterable[tuple[int | None, str]]) -> list[tuple[int | None, str]]:
    """As many as anybody reads, and a word about the rest."""
    found = list(itertools.islice(faults, SHOWN_FAULTS + 1))
    if len(found) > SHOWN_FAULTS:
        found[SHOWN_FAULTS] = (None, f"plan: there are more faults than these {SHOWN_FAULTS}; mend them first")
    return found


def _sentence(error: Any) -> str:
    if error.validator == "enum":
        return unknown_name(str(error.instance), [str(v) for v in error.validator_value])
    if error.validator == "anyOf" and not error.absolute_path:
        return "nothing is asked for; name challenges, actions or dyads, each with a count"
    if error.validator == "oneOf":
        return "write all, or a list of names"
    if error.validator == "type" and not error.absolute_path:
        return "write keys with their values; the first is format: affectory-plan-1"
    if error.validator == "type" and error.validator_value == "string" and isinstance(error.instance, int | float):
        kind = "yes or no" if isinstance(error.instance, bool) else "a number"
        return f"{str(error.instance).lower()} is read as {kind}; put the name in quotes"
    if error.validator == "uniqueItems":
        doubled = next(name for name in error.instance if error.instance.count(name) > 1)
        return f"{str(doubled)[:100]!r} stands here twice; keep one"
    if error.validator in ("minItems", "minProperties"):
        return (
            "this is empty; say something here or leave the key out" if not error.instance else "two numbers go here"
        )
    if error.validator == "maxItems":
        return "two numbers go here"
    return str(error.message)[:300]


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


def _odd_values(node: Any, path: Where) -> Iterator[tuple[int | None, str]]:
    """What YAML reads otherwise than people mean it: 010 as eight, 1:30 as ninety, a day as a date; and what no plan
    holds."""
    kind = node.tag.removeprefix(_YAML) if node is not None else "null"
    where = ".".join(str(part) for part in path) or "plan"
    if isinstance(node, yaml.MappingNode) and node.tag in _READ:
        for key, value in node.value:
            inner = (*path, key.value if isinstance(key, yaml.ScalarNode) else "?")
            if key.tag not in _READ:
                yield key.start_mark.line + 1, f"{'.'.join(map(str, inner))}: this is no key; write a name"
            yield from _odd_values(value, inner)
    elif isinstance(node, yaml.SequenceNode) and node.tag in _READ:
        for index, value in enumerate(node.value):
            yield from _odd_values(value, (*path, index))
    elif kind == "timestamp":
        yield node.start_mark.line + 1, f"{where}: {node.value} is read as a date; put it in quotes"
    elif (kind == "int" and not _WHOLE.fullmatch(node.value)) or (
        kind == "float" and not _DECIMAL.fullmatch(node.value)
    ):
        yield node.start_mark.line + 1, f"{where}: {node.value[:40]} is no number here; write it with digits, as 90"
    elif node is not None and node.tag not in _READ:
        yield node.start_mark.line + 1, f"{where}: {kind[:40]} is not read in plans; write a name, number or list"


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
