"""What an import would read from names and tables, said before anything is stored."""

from __future__ import annotations

from collections.abc import Sequence

from affectory.accounts.models import Project, User
from affectory.core.errors import InvalidError
from datasets.intake.archive import EntryError, clean_path, safe_shown
from datasets.intake.files import SourceFile
from datasets.intake.manifest import Manifest
from datasets.motion.domain.fields import Field
from datasets.motion.domain.labels import LabelRules, extended_rules, label_rules
from datasets.motion.domain.mapping import ManifestMapping
from datasets.motion.domain.previewing import MappingPreview, preview_mapping
from datasets.motion.models import Collection
from datasets.motion.selectors import current_label_mapping
from datasets.motion.services.access import require_maintainer
from datasets.motion.services.imports import mapping_for
from datasets.motion.services.incoming import IncomingFile

MOST_FILES = 100_000


def preview_import(
    *,
    actor: User,
    project: Project,
    paths: Sequence[str],
    manifest: IncomingFile | None = None,
    mapping: ManifestMapping | None = None,
    collection: str = "",
    search: str = "",
) -> MappingPreview:
    """MO40: the plan of an import of files with these names, summed up. Reads only.

    With a manifest and no names, the files that it names are taken to be there.
    """
    require_maintainer(actor, project)
    if not paths and manifest is None:
        raise InvalidError(
            "Choose files or a table to preview.", code="motion.no_files", fields={"paths": ["is empty"]}
        )
    if len(paths) > MOST_FILES:
        message = f"There are {len(paths):,} names; {MOST_FILES:,} are allowed. Preview a part of them."
        raise InvalidError(message, code="motion.too_many_files", fields={"paths": [message]})
    table, used = mapping_for(manifest, mapping, collection)
    if table is not None and not paths:
        paths = _named_in(table, used)

    def rules_of(name: str, said: dict[str, str]) -> LabelRules:
        found = Collection.objects.filter(project=project, name=name).first()
        current = current_label_mapping(found) if found is not None else None
        base = current.rules if current is not None else label_rules(preset=used.label_preset)
        return extended_rules(base, said, in_force=current is not None)

    return preview_mapping([_source(path) for path in paths], table, used, rules_of, search=search)


def _named_in(table: Manifest, mapping: ManifestMapping) -> list[str]:
    column = mapping.columns.get(Field.FILE, Field.FILE)
    return list(dict.fromkeys(named for row in table.rows if (named := row.values.get(column, "").strip())))


def _source(path: str) -> SourceFile:
    try:
        return SourceFile(clean_path(path))
    except EntryError as error:
        return SourceFile(safe_shown(path), refusal=str(error))
