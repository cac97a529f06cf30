from __future__ import annotations

from django.db import transaction

from affectory.accounts.models import Project, User
from affectory.core.errors import ConflictError, InvalidError
from affectory.core.rights import MayRedistribute
from affectory.core.strict_json import check_text
from affectory.core.withdrawn import Marks, What
from datasets.motion import audit
from datasets.motion.domain.labels import LabelRules
from datasets.motion.models import Collection
from datasets.motion.services.access import require_maintainer
from datasets.motion.services.labels import store_mapping


@transaction.atomic
def create_collection(
    *,
    actor: User,
    project: Project,
    name: str,
    rules: LabelRules | None = None,
    licence: str = "",
    may_redistribute: str = MayRedistribute.ANNOTATIONS,
    may_send_to_external_model: bool = False,
    is_synthetic: bool = False,
) -> Collection:
    """A new source of motions with its rights (the strictest by default) and the first version of its mapping."""
    require_maintainer(actor, project)
    check_text({"name": name, "licence": licence})
    if not name.strip():
        raise InvalidError("A collection needs a name.", code="motion.collection_name", fields={"name": ["is empty"]})
    withdrawn = Marks(project.pk).sentence((What.COLLECTION, name.strip()))
    if withdrawn:
        raise ConflictError(f"{name.strip()!r}: {withdrawn}", code="motion.collection_withdrawn")
    collection, created = Collection.objects.get_or_create(
        project=project,
        name=name.strip(),
        defaults={
            "licence": licence,
            "may_redistribute": may_redistribute,
            "may_send_to_external_model": may_send_to_external_model,
            "is_synthetic": is_synthetic,
        },
    )
    if not created:
        raise ConflictError(
            f"There is already a collection called {name.strip()!r} in this project.", code="motion.collection_exists"
        )
    audit.collection_created(actor=actor, collection=collection)
    store_mapping(actor=actor, collection=collection, rules=rules or LabelRules())
    return collection
