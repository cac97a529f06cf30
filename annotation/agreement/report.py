"""The agreement report worked from columns of initial decisions. Pure: numpy in, plain dictionaries out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from annotation.agreement import domain
from annotation.agreement.domain import Coefficient, Counts, Interval, Undefined

Column = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Decided:
    """One row per decision, one entry per item. Integers index the name tuples.

    ``accepts`` is the verdict; ``fine`` has a column per judgement. ``item_week`` and ``item_type`` describe
    the item, ``item_group`` its source group (what is drawn together in the bootstrap). A type is a pair of
    granularity and name.
    """

    item: Column
    reviewer: Column
    accepts: Mask
    fine: Mask
    item_type: Column
    item_group: Column
    item_week: Column
    reviewers: Sequence[str]
    judgements: Sequence[str]
    types: Sequence[tuple[str, str]]
    weeks: Sequence[str]

    @property
    def n_items(self) -> int:
        return len(self.item_type)

    def judged_by(self, judgement: str) -> Decided:
        """The same decisions with one judgement's "fine" in place of the verdict."""
        return replace(self, accepts=self.fine[:, list(self.judgements).index(judgement)])


def build_report(decided: Decided, *, seed: int, resamples: int = domain.RESAMPLES) -> Json:
    """AG5: one report from initial decisions only: whole, by judgement, type, week, pair and reviewer."""
    verdicts = _counts(decided.item, decided.accepts, decided.n_items)
    pairable = verdicts.sum(axis=1) >= 2
    part = _Part(decided.item_group, seed, resamples)
    whole = part.summary(verdicts, pairable)
    pairs = _by_pair(decided, part)
    return {
        "level": "nominal",
        "code_version": domain.CODE_VERSION,
        "resamples": resamples,
        "seed": seed,
        "n_items": int(pairable.sum()),
        "n_decisions": int(verdicts[pairable].sum()),
        "n_closed": decided.n_items,
        "n_single": int((verdicts.sum(axis=1) == 1).sum()),
        "n_groups": len(np.unique(decided.item_group[pairable])),
        **{key: whole[key] for key in ("observed", "chance", "alpha")},
        "alpha_uncorrected": _value(domain.krippendorff_alpha(verdicts, small_sample=False)),
        "ac1": _value(domain.gwet_ac1(verdicts)),
        "kappa": {**_value(domain.fleiss_kappa(verdicts)), "kind": "fleiss"},
        "cohen": _mean_kappa(pairs),
        "contingency": _contingency(verdicts),
        "by_judgement": [
            {"id": name, **part.summary(_counts(decided.item, decided.fine[:, i], decided.n_items), pairable)}
            for i, name in enumerate(decided.judgements)
        ],
        "by_granularity": _by_granularity(decided, part, verdicts, pairable),
        "by_type": _split_by(
            part,
            verdicts,
            pairable,
            decided.item_type,
            [{"granularity": granularity, "type": name} for granularity, name in decided.types],
        ),
        "by_week": _split_by(part, verdicts, pairable, decided.item_week, [{"week": week} for week in decided.weeks]),
        "by_pair": pairs,
        "by_reviewer": reviewers_of(decided),
    }


@dataclass(frozen=True, slots=True)
class _Part:
    groups: Column
    seed: int
    resamples: int

    def summary(self, counts: Counts, where: Mask) -> Json:
        """Observed, chance and alpha with its interval for some of the items."""
        chosen = counts[where]
        alpha = domain.krippendorff_alpha(chosen)
        too_few = alpha.n_units < domain.MIN_ITEMS and alpha.value is not None
        if alpha.value is None or too_few:
            interval = Interval(None, None, Undefined.TOO_FEW if too_few else None, self.resamples, 0)
        else:
            interval = domain.bootstrap_alpha(chosen, self.groups[where], seed=self.seed, resamples=self.resamples)
        return {
            "n": alpha.n_units,
            "observed": alpha.observed,
            "chance": alpha.chance,
            "alpha": {
                **_value(alpha),
                "low": interval.low,
                "high": interval.high,
                "interval_undefined_reason": interval.undefined_reason and interval.undefined_reason.value,
            },
        }


def _counts(item: Column, positive: Mask, n_items: int) -> Counts:
    counts = np.zeros((n_items, 2), dtype=np.int64)
    counts[:, 0] = np.bincount(item[positive], minlength=n_items)
    counts[:, 1] = np.bincount(item[~positive], minlength=n_items)
    return counts


def _value(coefficient: Coefficient) -> Json:
    reason = coefficient.undefined_reason
    return {"value": coefficient.value, "undefined_reason": reason and reason.value}


def _contingency(verdicts: Counts) -> Json:
    table = domain.contingency(verdicts)
    by_chance = None
    if table.expected is not None:
        by_chance = dict(zip(("both_accept", "split", "both_reject"), table.expected, strict=True))
    return {
        "both_accept": table.all_first,
        "split": table.split,
        "both_reject": table.all_second,
        "by_chance": by_chance,
    }


def _split_by(
    part: _Part, verdicts: Counts, pairable: Mask, column: Column, names: Sequence[dict[str, str]]
) -> list[Json]:
    rows = []
    for index in sorted(range(len(names)), key=lambda i: list(names[i].values())):
        where = pairable & (column == index)
        if where.any():
            rows.append({**names[index], **part.summary(verdicts, where)})
    return rows


def _by_granularity(decided: Decided, part: _Part, verdicts: Counts, pairable: Mask) -> list[Json]:
    names = sorted({granularity for granularity, _ in decided.types if granularity})
    of_type = np.array([names.index(g) if g else -1 for g, _ in decided.types], dtype=np.int64)
    column = of_type[decided.item_type] if len(of_type) else decided.item_type
    return _split_by(part, verdicts, pairable, column, [{"granularity": name} for name in names])


def _pairs(decided: Decided) -> tuple[Column, Column]:
    """Row numbers of every two decisions on one item, the lower reviewer index first."""
    order = np.lexsort((decided.reviewer, decided.item))
    item = decided.item[order]
    most = int(np.bincount(item).max()) if len(item) else 0
    first: list[Column] = [np.empty(0, dtype=np.int64)]
    second: list[Column] = [np.empty(0, dtype=np.int64)]
    for distance in range(1, most):
        same = np.flatnonzero(item[:-distance] == item[distance:])
        first.append(order[same])
        second.append(order[same + distance])
    return np.concatenate(first), np.concatenate(second)


def _by_pair(decided: Decided, part: _Part) -> list[Json]:
    first, second = _pairs(decided)
    key = decided.reviewer[first] * len(decided.reviewers) + decided.reviewer[second]
    rows = []
    for value in np.unique(key):
        chosen = key == value
        a, b = decided.accepts[first[chosen]], decided.accepts[second[chosen]]
        table = np.array([[(a & b).sum(), (a & ~b).sum()], [(~a & b).sum(), (~a & ~b).sum()]], dtype=np.int64)
        names = sorted(decided.reviewers[int(i)] for i in divmod(int(value), len(decided.reviewers)))
        rows.append({"pair": names, **_named_pair(table, decided.item[first[chosen]], a, b, part)})
    return sorted(rows, key=lambda row: row["pair"])


def _named_pair(table: Counts, item: Column, a: Mask, b: Mask, part: _Part) -> Json:
    n = int(table.sum())
    if n < domain.MIN_ITEMS:
        unknown = {"value": None, "undefined_reason": Undefined.TOO_FEW.value}
        return {"n": n, "observed": None, "chance": None, "alpha": {**unknown, "low": None, "high": None},
                "kappa": {**unknown, "kind": "cohen"}, "table": None}  # fmt: skip
    accepts = a.astype(np.int64) + b.astype(np.int64)
    counts = np.column_stack([accepts, 2 - accepts])
    pair = _Part(part.groups[item], part.seed, part.resamples)
    return {
        **pair.summary(counts, np.ones(n, dtype=bool)),
        "kappa": {**_value(domain.cohen_kappa(table)), "kind": "cohen"},
        "table": {
            "both_accept": int(table[0, 0]),
            "split": int(table[0, 1] + table[1, 0]),
            "both_reject": int(table[1, 1]),
        },
    }


def _mean_kappa(pairs: Sequence[Json]) -> Json:
    """Cohen's kappa of the pairs that have one, each weighing as much as it has items."""
    known = [row for row in pairs if row["kappa"]["value"] is not None]
    items = sum(row["n"] for row in known)
    if not items:
        return {"value": None, "undefined_reason": Undefined.NO_KAPPA.value, "pairs": 0, "items": 0}
    value = sum(row["n"] * row["kappa"]["value"] for row in known) / items
    return {"value": value, "undefined_reason": None, "pairs": len(known), "items": items}


def reviewers_of(decided: Decided) -> list[Json]:
    """Per reviewer: how often they accept, and how often they and another judge the same."""
    first, second = _pairs(decided)
    same = decided.accepts[first] == decided.accepts[second]
    rows = []
    for index, name in enumerate(decided.reviewers):
        own = decided.reviewer == index
        rate = share_of(int(decided.accepts[own].sum()), int(own.sum()))
        if rate is None:
            continue
        shared = (decided.reviewer[first] == index) | (decided.reviewer[second] == index)
        accepted = int(decided.accepts[own].sum())
        rows.append(
            {
                "reviewer": name,
                "n": rate["n"],
                "accepted": accepted,
                "rate": rate["share"],
                "low": rate["low"],
                "high": rate["high"],
                "same": share_of(int(same[shared].sum()), int(shared.sum())),
            }
        )
    return sorted(rows, key=lambda row: str(row["reviewer"]))


def share_of(part: int, n: int) -> Json | None:
    interval = domain.wilson_interval(part, n)
    return None if interval is None else {"n": n, "share": part / n, "low": interval[0], "high": interval[1]}
