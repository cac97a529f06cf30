"""Items as the files that other people read."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Case, CharField, F, QuerySet, When
from django.db.models.functions import Cast, Collate

from annotation.questions.domain.content import record_of
from annotation.questions.domain.reading import read_item
from annotation.questions.domain.record import Item as Record
from annotation.questions.domain.writing import items_as_lines, items_as_list
from annotation.questions.judging import question_id_of, video_id_of
from annotation.questions.linking import BULKY
from annotation.questions.models import Item, Revision
from annotation.taxonomy import catalogue

WRITERS = {"json": items_as_list, "jsonl": items_as_lines}
CHUNK = 200
_UNUSED = ("item__reference", *(f"item__{name}" for name in BULKY))


def export_items(items: QuerySet[Item], file_format: str) -> Iterator[bytes]:
    """QU64: the latest revision of every item that has one, in the order of their ids as characters, so that the file
    depends on nothing else and comes out the same after it was imported elsewhere."""
    return WRITERS[file_format](_records(items))


def _records(items: QuerySet[Item]) -> Iterator[Record]:
    vocabulary = catalogue.vocabulary()
    latest = Revision.objects.filter(item__in=items.values("pk"), number=F("item__revision_count"))
    exported_id = Case(When(item__external_id="", then=Cast("item_id", CharField())), default=F("item__external_id"))
    ordered = latest.select_related("item__video").defer(*_UNUSED).order_by(Collate(exported_id, "C"))
    for revision in ordered.iterator(chunk_size=CHUNK):
        item = revision.item
        if item.kind is None:
            raise ValueError(f"item {item.pk} has a revision and no task")
        value = record_of(revision.content, item.kind, question_id=question_id_of(item), video_id=video_id_of(item))
        record, problems = read_item(value, vocabulary)
        if record is None:
            raise ValueError(f"revision {revision.pk} does not read as an item: {problems[0]}")
        yield record
