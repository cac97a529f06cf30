"""What an import writes: items and revisions, or drafts. Callers hold the transaction and the project's lock."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from affectory.core.models import uuid_or_none
from affectory.core.transitions import move
from annotation.questions.domain.content import blank_content
from annotation.questions.domain.drafts import DraftItem, PlannedDraft, ReadDraft, plan_draft_records
from annotation.questions.domain.judging import outside_video
from annotation.questions.domain.linking import KnownVideo, VideoIndex
from annotation.questions.domain.lint_context import LintContext
from annotation.questions.domain.lints import lint
from annotation.questions.domain.planning import (
    KnownItem,
    Outcome,
    PlannedItem,
    ReadRecord,
    ReportRow,
    plan_records,
)
from annotation.questions.domain.record import Problem, Segment, Severity
from annotation.questions.domain.starting import only_rubric
from annotation.questions.domain.states import ITEM_TRANSITIONS, ItemState, Origin, why_fixed
from annotation.questions.domain.writing import answer_value, plain_value, segments_value, subtitles_value
from annotation.questions.judging import judge_item, question_id_of, video_id_of
from annotation.questions.linking import BULKY, video_index
from annotation.questions.models import Draft, Item, ItemImport, Revision
from annotation.questions.services.showing import MAX_COUNT, MAX_SHOWN, show
from annotation.rubrics.selectors import rubrics_of
from annotation.taxonomy.domain import Rubrics

BATCH = 500


@dataclass(slots=True)
class Written:
    """The report's rows as they came out, and the items by the numbers of their rows."""

    rows: list[ReportRow]
    item_ids: dict[int, UUID] = field(default_factory=dict)


def write(item_import: ItemImport, read: tuple[ReadRecord, ...] | tuple[ReadDraft, ...]) -> Written:
    """Plan against what is there, and write it unless this is a dry run."""
    ids = {record.external_id for record in read if record.external_id}
    writer = _Writer(item_import, ids)
    records = [record for record in read if isinstance(record, ReadRecord)]
    if records:
        return writer.items(records)
    return writer.drafts([record for record in read if isinstance(record, ReadDraft)])


class _Writer:
    def __init__(self, item_import: ItemImport, ids: set[str]) -> None:
        self.item_import = item_import
        self.dry_run = item_import.dry_run
        self.now = timezone.now()
        self.videos: VideoIndex = video_index(item_import.project)
        self.rubrics = rubrics_of(item_import.project)
        self.there = _items_by_id(item_import, ids)
        self.latest = _latest_digests(self.there.values())
        self.drafted = set(
            Draft.objects.filter(item__in=[item.pk for item in self.there.values()]).values_list("item_id", flat=True)
        )
        self.new_items: list[Item] = []
        self.new_revisions: list[Revision] = []
        self.new_drafts: list[Draft] = []
        self.linked: list[Item] = []

    # Ten fields

    def items(self, records: Sequence[ReadRecord]) -> Written:
        plan = plan_records(records, self._known())
        written = Written(list(plan.rows), self._ids_of(plan.rows))
        for record in records:
            if record.item is not None:
                self._link_later(record.external_id, record.item.video_id, record.item.source.origin)
        for planned in plan.planned:
            row = written.rows[planned.number - 1]
            video, notes = self.videos.link(video_id=planned.item.video_id, origin=planned.item.source.origin)
            outside = self._outside(planned.item.source.segments, video)
            if outside:
                written.rows[planned.number - 1] = replace(
                    row, outcome=Outcome.REFUSED, problems=(*row.problems, *outside)
                )
                continue
            shown = {**self._shown(planned, row, video), "video_id": video.id if video else None}
            item = self.there.get(planned.item.question_id)
            if item is not None and why_fixed(item.state):
                written.rows[planned.number - 1] = replace(
                    row, outcome=Outcome.REFUSED, problems=(*row.problems, _fixed(item))
                )
                continue
            if item is not None:
                notes = (*notes, *self._change_item(item, planned, shown))
            elif not self.dry_run:
                written.item_ids[planned.number] = self._new_item(planned, shown).pk
            written.rows[planned.number - 1] = replace(row, problems=(*row.problems, *notes))
        self._store()
        return written

    def _shown(self, planned: PlannedItem, row: ReportRow, video: KnownVideo | None) -> dict[str, Any]:
        """The columns that follow from the record's content."""
        found = lint(planned.item, LintContext(video_duration=video.duration if video else None))
        return {
            "question": planned.item.question[:MAX_SHOWN],
            "lint_count": min(len(found) + sum(problem.rule == "QU7" for problem in row.problems), MAX_COUNT),
        }

    def _new_item(self, planned: PlannedItem, shown: dict[str, Any]) -> Item:
        item = Item(
            project=self.item_import.project,
            external_id=planned.item.question_id,
            granularity=planned.item.kind.granularity.value,
            type=planned.item.kind.type,
            video_name=planned.item.video_id,
            state=ItemState.SUBMITTED.value,
            origin=Origin.IMPORTED.value,
            author=self.item_import.created_by,
            is_synthetic=self.item_import.is_synthetic,
            revision_count=1,
            saved_at=self.now,
            import_digest=planned.digest,
            **shown,
        )
        self.new_items.append(item)
        self._add_revision(item, planned, 1)
        return item

    def _add_revision(self, item: Item, planned: PlannedItem, number: int) -> None:
        self.new_revisions.append(
            Revision(
                item=item,
                number=number,
                content={**planned.content, "evidence": None},
                digest=planned.digest,
                author=self.item_import.created_by,
                item_import=self.item_import,
            )
        )

    def _change_item(self, item: Item, planned: PlannedItem, shown: dict[str, Any]) -> tuple[Problem, ...]:
        """A further revision; what people wrote stays as an earlier one, and an open draft as it is."""
        notes = tuple(self._said_about(item))
        if self.dry_run:
            return notes
        columns: dict[str, Any] = {
            "granularity": planned.item.kind.granularity.value,
            "type": planned.item.kind.type,
            "import_digest": planned.digest,
            "author_id": item.author_id or self.item_import.created_by.pk,
            "saved_at": self.now,
        }
        if planned.digest != self.latest.get(item.pk):
            columns["revision_count"] = item.revision_count + 1
            self._add_revision(item, planned, item.revision_count + 1)
        video_id = shown.pop("video_id")
        if item.video_id is None or video_id_of(item) != planned.item.video_id:
            columns |= {"video_id": video_id, "video_name": planned.item.video_id, "clip_id": None}
        if item.pk not in self.drafted:
            columns |= {"draft_version": item.draft_version + 1, **shown}
        if item.state in (ItemState.DRAFT, ItemState.RETURNED):
            move(item, to=ItemState.SUBMITTED, transitions=ITEM_TRANSITIONS, **columns)
        else:
            for name, value in columns.items():
                setattr(item, name, value)
            item.save(update_fields=[*columns])
        return notes

    def _said_about(self, item: Item) -> Iterable[Problem]:
        if item.import_digest and item.import_digest != self.latest.get(item.pk, item.import_digest):
            yield _warning(
                "was revised here since its last import; that revision is kept, and the file's comes after"
            )
        if item.pk in self.drafted:
            yield _warning("has a draft that somebody is writing; it is kept as it is")

    # Other formats

    def drafts(self, records: Sequence[ReadDraft]) -> Written:
        plan = plan_draft_records(records, self._known())
        written = Written(list(plan.rows), self._ids_of(plan.rows))
        for record in records:
            if record.draft is not None:
                self._link_later(record.external_id, record.draft.video, record.draft.origin)
        for planned in plan.planned:
            row = written.rows[planned.number - 1]
            draft = planned.draft
            video, notes = self.videos.link(video_id=draft.video, origin=draft.origin)
            item = self.there.get(draft.external_id)
            if item is None:
                if not self.dry_run:
                    written.item_ids[planned.number] = self._new_draft(planned, video).pk
            elif item.revision_count or item.author_id is not None:
                notes = (*notes, _warning("people have worked on it; only its options and given answer are renewed"))
                self._renew_reference(item, planned)
            else:
                self._renew_draft(item, planned, video)
            outside = self._outside(draft.segments, video)
            written.rows[planned.number - 1] = replace(
                row, problems=(*row.problems, *notes, *(replace(p, severity=Severity.WARNING) for p in outside))
            )
        self._store()
        return written

    def _new_draft(self, planned: PlannedDraft, video: KnownVideo | None) -> Item:
        item = Item(
            project=self.item_import.project,
            external_id=planned.draft.external_id,
            state=ItemState.DRAFT.value,
            origin=Origin.MAPPED.value,
            is_synthetic=self.item_import.is_synthetic,
            draft_version=1,
        )
        self._fill(item, planned, video)
        content = _draft_content(planned.draft, self.rubrics)
        show(item, content, judge_item(item, content))
        self.new_items.append(item)
        self.new_drafts.append(
            Draft(
                item=item,
                content=content,
                initial=content,
                version=1,
                saved_at=self.now,
                saved_by=self.item_import.created_by,
            )
        )
        return item

    def _renew_draft(self, item: Item, planned: PlannedDraft, video: KnownVideo | None) -> None:
        if self.dry_run:
            return
        self._fill(item, planned, video)
        item.draft_version += 1
        content = _draft_content(planned.draft, self.rubrics)
        show(item, content, judge_item(item, content))
        item.save()
        Draft.objects.filter(item=item).update(
            content=content, initial=content, version=item.draft_version, saved_at=self.now
        )

    def _renew_reference(self, item: Item, planned: PlannedDraft) -> None:
        if self.dry_run:
            return
        item.reference, item.import_digest = _reference(planned.draft), planned.digest
        item.save(update_fields=["reference", "import_digest"])

    def _fill(self, item: Item, planned: PlannedDraft, video: KnownVideo | None) -> None:
        draft = planned.draft
        if video is not None:
            item.video_id = video.id
        item.granularity = draft.kind.granularity.value if draft.kind else ""
        item.type = draft.kind.type if draft.kind else ""
        item.video_name = draft.video
        item.reference = _reference(draft)
        item.needs_scope_recheck = draft.scope_recheck
        item.import_digest = planned.digest
        item.saved_at = self.now

    # Both

    def _known(self) -> Mapping[str, KnownItem]:
        """QU60: under an id stand the digest of what was last imported and that of the latest revision."""
        return {
            name: KnownItem(
                frozenset({item.import_digest, self.latest.get(item.pk, "")} - {""}),
                video_id_of(item),
                item.kind if item.revision_count else None,
            )
            for name, item in self.there.items()
        }

    def _ids_of(self, rows: Iterable[ReportRow]) -> dict[int, UUID]:
        return {row.index: self.there[row.external_id].pk for row in rows if row.external_id in self.there}

    def _link_later(self, external_id: str, video_id: str, origin: str) -> None:
        """An item that came before its video was registered is linked when its record comes again."""
        item = self.there.get(external_id)
        if item is not None and item.video_id is None:
            found = self.videos.find(video_id=video_id, origin=origin)
            if found is not None:
                item.video_id = found.id
                self.linked.append(item)

    def _outside(self, segments: tuple[Segment, ...] | None, video: KnownVideo | None) -> tuple[Problem, ...]:
        return tuple(outside_video(segments, video.duration if video else None))

    def _store(self) -> None:
        if self.dry_run:
            return
        Item.objects.bulk_create(self.new_items, batch_size=BATCH)
        Revision.objects.bulk_create(self.new_revisions, batch_size=BATCH)
        Draft.objects.bulk_create(self.new_drafts, batch_size=BATCH)
        Item.objects.bulk_update(self.linked, ["video"], batch_size=BATCH)


def _items_by_id(item_import: ItemImport, ids: set[str]) -> dict[str, Item]:
    """QU60: an item is known by its own id, and one without by its UUID, as an export writes it. Locked, so that
    nobody submits between the look and the writing."""
    own = {uuid for text in ids if (uuid := uuid_or_none(text)) is not None}
    found = (
        Item.objects.select_for_update(of=("self",), no_key=True)
        .select_related("video")
        .filter(project=item_import.project)
        .filter(Q(external_id__in=ids) | Q(pk__in=own, external_id=""))
        .defer(*BULKY)
        .order_by("pk")
    )
    return {question_id_of(item): item for item in found}


def _latest_digests(items: Iterable[Item]) -> dict[UUID, str]:
    ids = [item.pk for item in items if item.revision_count]
    rows = Revision.objects.filter(item__in=ids).order_by("item_id", "-number").distinct("item_id")
    return dict(rows.values_list("item_id", "digest"))


def _draft_content(draft: DraftItem, rubrics: Rubrics) -> dict[str, Any]:
    content = blank_content(
        draft.kind,
        origin=draft.origin or draft.video,
        segments=plain_value(segments_value(draft.segments)),
        rubric=only_rubric(draft.kind, rubrics),
    )
    content["question"] = draft.question
    if draft.answer is not None:
        content["answer"] = plain_value(answer_value(draft.answer))
    content["subtitles"] = plain_value(subtitles_value(draft.subtitles))
    return content


def _reference(draft: DraftItem) -> dict[str, Any]:
    return {
        "options": [
            {"letter": option.letter, "text": option.text, "is_answer": option.is_answer} for option in draft.options
        ],
        "answer": draft.reference,
    }


def _warning(message: str) -> Problem:
    return Problem("QU60", Severity.WARNING, "", message)


def _fixed(item: Item) -> Problem:
    """RV45: an import is no way around review."""
    return Problem("RV45", Severity.ERROR, "question_id", f"{why_fixed(item.state)}; nothing was written")
