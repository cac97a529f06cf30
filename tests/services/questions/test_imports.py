"""Questions from files: what is written, what is reported, and what an import never does."""

from __future__ import annotations

import json

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from affectory.core.errors import InvalidError, JobInputError, NotAllowedError
from affectory.core.models import AuditEvent, Job
from annotation.questions import services
from annotation.questions.domain.mapping import PRESETS
from annotation.questions.models import Draft, Item, ItemImport, ItemImportRow, Revision
from annotation.questions.services import running
from tests.factories.items import OLDER, a_draft, an_imported_item, content_of, report, run_import
from tests.unit.questions.examples import ALL, clip, numbered

pytestmark = pytest.mark.django_db
CHOICE = PRESETS["longemo-choice"]


def test_ten_field_records_become_items_with_a_first_revision_of_their_importer(project, maintainer):
    item_import = run_import(maintainer, project, numbered(ALL))
    assert item_import.state == "done"
    assert report(item_import) == [(f"X{n}", "new") for n in range(1, 9)]
    items = list(Item.objects.order_by("external_id"))
    assert {(item.state, item.origin, item.author, item.revision_count) for item in items} == {
        ("submitted", "imported", maintainer, 1)
    }
    first = items[0]
    (revision,) = first.revisions.all()
    assert (revision.number, revision.author, revision.item_import) == (1, maintainer, item_import)
    assert revision.content == content_of(numbered(ALL)[0])
    assert first.question == revision.content["question"]
    assert (first.granularity, first.type, first.video_name) == ("clip", "contextual emotion", "G1_V000001")
    assert list(item_import.rows.values_list("item_id", flat=True)) == [item.pk for item in items]


def test_qu12_the_same_file_again_changes_nothing_and_a_changed_record_makes_a_further_revision(project, maintainer):
    """QU12."""
    values = numbered(ALL)
    run_import(maintainer, project, values)
    again = run_import(maintainer, project, values)
    assert {outcome for _, outcome in report(again)} == {"unchanged"}
    values[0]["question"] = "What does the man by the door feel after the call?"
    third = run_import(maintainer, project, values)
    assert report(third)[:2] == [("X1", "changed"), ("X2", "unchanged")]
    item = Item.objects.get(external_id="X1")
    assert list(item.revisions.values_list("number", flat=True)) == [1, 2]
    assert (item.revision_count, item.question) == (2, values[0]["question"])
    assert Revision.objects.count() == 9


def test_qu60_what_people_revised_since_is_not_undone_by_the_old_file(project, maintainer):
    """QU60."""
    item = an_imported_item(maintainer, project)
    a_draft(maintainer, item, content_of(clip(question="What does she feel when the call is over?")))
    services.submit_revision(actor=maintainer, item_id=item.pk, base_version=1)
    again = run_import(maintainer, project, [clip()])
    assert report(again) == [("G1_Q000001", "unchanged")]
    changed = run_import(maintainer, project, [clip(question="What does the woman feel at the end?")])
    assert report(changed) == [("G1_Q000001", "changed")]
    messages = [problem["message"] for problem in changed.rows.get().problems]
    assert any("was revised here since its last import" in message for message in messages)
    item.refresh_from_db()
    assert item.revision_count == 3


def test_a_draft_that_somebody_is_writing_outlives_an_import(project, maintainer):
    item = an_imported_item(maintainer, project)
    draft = a_draft(maintainer, item, content_of(clip(question="Half a")))
    changed = run_import(maintainer, project, [clip(question="What does the woman feel at the end?")])
    assert "has a draft that somebody is writing" in str(changed.rows.get().problems)
    item.refresh_from_db()
    assert (item.revision_count, item.question, item.draft_version) == (2, "Half a", draft.version)
    assert Draft.objects.get(item=item).content["question"] == "Half a"


def test_qu62_a_task_never_changes_under_an_id(project, maintainer):
    """QU62."""
    an_imported_item(maintainer, project)
    other = run_import(maintainer, project, [clip("emotion cause")])
    row = other.rows.get()
    assert (row.outcome, row.problems[0]["rule"], row.problems[0]["field"]) == ("refused", "QU62", "type")
    assert Revision.objects.count() == 1


def test_only_the_video_of_a_record_changed(project, maintainer):
    an_imported_item(maintainer, project)
    changed = run_import(maintainer, project, [clip(video_id="G1_V000009")])
    assert report(changed) == [("G1_Q000001", "changed")]
    item = Item.objects.get()
    assert (item.video_name, item.revision_count) == ("G1_V000009", 1)


def test_a_dry_run_says_all_and_writes_nothing(project, maintainer):
    an_imported_item(maintainer, project)
    values = [clip(question="Another one?"), clip(question_id="new"), {"question_id": "bad"}]
    tried = run_import(maintainer, project, values, dry_run=True)
    assert report(tried) == [("G1_Q000001", "changed"), ("new", "new"), ("bad", "refused")]
    assert list(tried.rows.values_list("item_id", flat=True)) == [Item.objects.get().pk, None, None]
    assert (Item.objects.count(), Revision.objects.count()) == (1, 1)
    drafts = run_import(maintainer, project, [OLDER], mapping=CHOICE, dry_run=True)
    assert (report(drafts), Item.objects.count()) == ([("old_1", "new")], 1)


BAD = {
    "a label outside": (clip(answer=["gladness"]), "QU5", "answer[0]"),
    "equal sides": (clip("emotion transition", answer={"before": ["anger"], "after": ["Anger"]}), "QU6", "answer"),
    "reversed": (clip(source={"from": "a", "segments": [{"start": 9, "end": 3}]}), "QU7", "source.segments[0]"),
    "negative": (
        clip(source={"from": "a", "segments": [{"start": -1, "end": 3}]}),
        "QU7",
        "source.segments[0].start",
    ),
    "a field too many": (clip(options=[]), "QU1", "options"),
}


@pytest.mark.parametrize("name", BAD)
def test_qu61_a_bad_record_is_reported_and_the_others_come_in(name, project, maintainer):
    """QU61."""
    record, rule, field = BAD[name]
    item_import = run_import(maintainer, project, [clip(question_id="ok"), {**record, "question_id": "bad"}])
    assert report(item_import) == [("ok", "new"), ("bad", "refused")]
    problem = item_import.rows.get(number=2).problems[0]
    assert (problem["rule"], problem["severity"], problem["field"]) == (rule, "error", field)
    assert problem["message"]
    assert [item.external_id for item in Item.objects.all()] == ["ok"]


def test_records_that_no_database_could_hold_are_reported_with_their_lines(project, maintainer):
    good = json.dumps(clip(question_id="ok"))
    bad = [
        good.replace('"ok"', '"dup", "type": "x"'),
        good.replace('"ok"', '"nan"').replace("687.61", "NaN"),
        good.replace('"ok"', '"half"').replace("This one?", "a\\ud83db"),
        good.replace('"ok"', '"nul"').replace("This one?", "a\\u0000b"),
        good.replace('"ok"', '"\\ud83d\\u0000"'),
        good,
    ]
    item_import = run_import(maintainer, project, ("[\n" + ",\n".join([*bad, good]) + "\n]").encode())
    rows = list(item_import.rows.values_list("line", "outcome"))
    assert rows == [*((line, "refused") for line in range(2, 7)), (7, "new"), (8, "refused")]
    assert "already stands in record 6 (line 7)" in item_import.rows.get(number=7).problems[0]["message"]


def test_case_39_comes_in_as_it_should(project, maintainer, shared_data):
    folder = shared_data / "cases" / "39-json-unicode"
    for name, reason in (("input.json", "surrogate"), ("input_duplicate_keys.json", "stands twice")):
        item_import = run_import(maintainer, project, (folder / name).read_bytes(), name=name)
        row = item_import.rows.get()
        assert (row.outcome, reason in row.problems[0]["message"]) == ("refused", True)
    marked = b"\xef\xbb\xbf" + json.dumps([clip(question="🙂 é你 \u2028 e\u0301?")]).encode()
    run_import(maintainer, project, marked)
    assert Item.objects.get().revisions.get().content["question"] == "🙂 é你 \u2028 e\u0301?"


@pytest.mark.parametrize("data", [b"", b"[]", b"[{]", b"\x00" * 5000, b"\xff\xfe[", b"[" * 100_000])
def test_a_file_that_is_no_json_fails_with_a_sentence_and_writes_nothing(data, project, maintainer):
    item_import = services.import_items(actor=maintainer, project=project, name="a.json", content=data, queue=False)
    with pytest.raises(JobInputError, match=r"a\.json") as refused:
        services.run_import(import_id=item_import.pk)
    services.fail_import(import_id=item_import.pk, error=refused.value)
    item_import.refresh_from_db()
    assert (item_import.state, item_import.failure) == ("failed", refused.value.message)
    assert (Item.objects.count(), ItemImportRow.objects.count()) == (0, 0)


def test_a_file_of_two_gigabytes_is_refused_before_it_is_read(project, maintainer, tmp_path):
    path = tmp_path / "zeros.json"
    with path.open("wb") as file:
        file.truncate(2 * 1024**3)
    with pytest.raises(InvalidError, match=r"2,147,483,648 bytes; 268,435,456 are allowed") as refused:
        services.import_items(actor=maintainer, project=project, name=path.name, content=path)
    assert refused.value.fields
    assert (ItemImport.objects.count(), Job.objects.count()) == (0, 0)


def test_an_import_that_breaks_off_has_written_nothing_and_can_be_run_again(project, maintainer, monkeypatch):
    item_import = services.import_items(
        actor=maintainer, project=project, name="a.json", content=json.dumps(numbered(ALL)).encode(), queue=False
    )
    real = running._finish

    def breaks(*args, **options):
        raise OSError("the disk is full")

    monkeypatch.setattr(running, "_finish", breaks)
    with pytest.raises(OSError, match="full") as broken:
        services.run_import(import_id=item_import.pk)
    assert (Item.objects.count(), ItemImportRow.objects.count()) == (0, 0)
    monkeypatch.setattr(running, "_finish", real)
    services.fail_import(import_id=item_import.pk, error=broken.value)
    item_import.refresh_from_db()
    assert "nothing was written" in item_import.failure
    assert services.run_import(import_id=item_import.pk).state == "done"
    assert Item.objects.count() == 8


def test_a_cancelled_import_has_written_nothing(project, maintainer):
    class Stopped:
        cancelled = True
        lost = False

        def progress(self, **told):
            return

    item_import = services.import_items(
        actor=maintainer, project=project, name="a.json", content=json.dumps([clip()]).encode(), queue=False
    )
    assert services.run_import(import_id=item_import.pk, watch=Stopped()).state == "cancelled"
    assert Item.objects.count() == 0


def test_only_a_maintainer_brings_items_in(project, annotator, reviewer_a, researcher):
    for person in (annotator, reviewer_a, researcher):
        with pytest.raises(NotAllowedError):
            services.import_items(actor=person, project=project, name="a", content=b"[]")
    assert ItemImport.objects.count() == 0


def test_an_import_is_kept_in_the_audit_log(project, maintainer):
    run_import(maintainer, project, [clip(), {}])
    event = AuditEvent.objects.get(event="item.import_finished")
    assert event.data["counts"] == {"new": 1, "changed": 0, "unchanged": 0, "refused": 1, "total": 2}


def test_two_thousand_items_need_few_statements(project, maintainer):
    values = [clip(question_id=f"Q{n}") for n in range(300)]
    with CaptureQueriesContext(
        connection,
    ) as few:
        run_import(maintainer, project, values[:20])
    with CaptureQueriesContext(connection) as many:
        run_import(maintainer, project, values)
    assert len(many) - len(few) <= 3


def test_qu57_an_id_once_used_stays_reserved(project, maintainer):
    """QU57."""
    item = an_imported_item(maintainer, project)
    for change in (
        lambda: Item.objects.filter(pk=item.pk).update(external_id="other"),
        lambda: Item.objects.filter(pk=item.pk).update(external_id=""),
        lambda: Item.objects.filter(pk=item.pk)._raw_delete("default"),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    assert Item.objects.get().external_id == "G1_Q000001"
