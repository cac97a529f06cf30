"""The filters of an address as a scope."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from affectory.accounts.models import Project
from affectory.api.parsers import text_parameter
from affectory.core.errors import InvalidError
from affectory.core.models import uuid_or_none
from annotation.reviews.schemes import CURRENT
from annotation.reviews.subjects import kind_of_project

from ..scope import GRANULARITIES, Scope

SCOPE_PARAMETERS = [
    OpenApiParameter(
        "kind", str, enum=sorted(CURRENT), description="What is judged; what the project is about if left out."
    ),
    OpenApiParameter("granularity", str, enum=list(GRANULARITIES)),
    OpenApiParameter("type", str),
    OpenApiParameter("judgement", str),
    OpenApiParameter("batch", str),
]


def scope_of(request: Request, project: Project) -> Scope:
    """Raises InvalidError for what names nothing that there could be."""
    kind = text_parameter(request, "kind") or kind_of_project(project)
    granularity, batch = text_parameter(request, "granularity"), text_parameter(request, "batch")
    faults: dict[str, list[str]] = {}
    if kind not in CURRENT:
        faults["kind"] = [f"There is no such kind. Known: {', '.join(CURRENT)}."]
    if granularity not in ("", *GRANULARITIES):
        faults["granularity"] = [f"Say {' or '.join(GRANULARITIES)}, or leave it out."]
    batch_id = uuid_or_none(batch) if batch else None
    if batch and batch_id is None:
        faults["batch"] = ["This is no id of a batch."]
    if faults:
        text = " ".join(line for lines in faults.values() for line in lines)
        raise InvalidError(text, code="agreement.scope", fields=faults)
    return Scope(kind, granularity, text_parameter(request, "type"), text_parameter(request, "judgement"), batch_id)
