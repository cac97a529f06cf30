"""Items out, and in again."""

from __future__ import annotations

import json

import pytest

from affectory.accounts import services as accounts
from annotation.questions import selectors, services
from annotation.questions.exporting import export_items
from annotation.questions.models import Item
from tests.factories.items import a_draft, a_new_item, content_of, report, run_import
from tests.unit.questions.examples import ALL, clip, numbered

pytestmark = pytest.mark.django_db


def exported(user, project, file_format="json", **filters) -> bytes:
    items = selectors.search_items(selectors.items_visible_to(user, project), **filters)
    return b"".join(export_items(items, file_format))


@pytest.mark.parametrize("file_format", ["json", "jsonl"])
def test_qu64_what_was_exported_comes_back_byte_for_byte(file_format, project, maintainer, annotator):
    """QU64, QU13: also an item without an id of its own, which goes out under its UUID."""
    run_import(maintainer, project, numbered(ALL))
    own = a_new_item(annotator, project)
    version = a_draft(annotator, own, content_of(clip(question='Was "é e\u0301 🙂 \u2028" it?'))).version
    services.submit_revision(actor=annotator, item_id=own.pk, base_version=version)
    first = exported(maintainer, project, file_format)
    assert str(own.pk).encode() in first

    elsewhere = accounts.create_project(actor=None, slug="other", name="Other", kind="longemo")
    accounts.grant_role(actor=None, project=elsewhere, user=maintainer, role="maintainer")
    again = run_import(maintainer, elsewhere, first, name=f"items.{file_format}")
    assert {outcome for _, outcome in report(again)} == {"new"}
    assert exported(maintainer, elsewhere, file_format) == first

    home = run_import(maintainer, project, first, name=f"items.{file_format}")
    assert {outcome for _, outcome in report(home)} == {"unchanged"}
    assert Item.objects.filter(project=project).count() == 9


def test_only_submitted_items_go_out_and_only_their_latest_revision(project, maintainer, annotator):
    run_import(maintainer, project, [clip(), clip("emotion cause", question_id="G1_Q000002")])
    a_new_item(annotator, project)
    item = Item.objects.get(external_id="G1_Q000001")
    version = a_draft(maintainer, item, content_of(clip(question="What does she feel in the end?"))).version
    services.submit_revision(actor=maintainer, item_id=item.pk, base_version=version)
    a_draft(maintainer, item, content_of(clip(question="Not yet?")))
    found = json.loads(exported(maintainer, project))
    assert [(one["question_id"], one["question"]) for one in found] == [
        ("G1_Q000001", "What does she feel in the end?"),
        ("G1_Q000002", clip("emotion cause")["question"]),
    ]
    (only,) = json.loads(exported(maintainer, project, type="emotion cause"))
    assert only["question_id"] == "G1_Q000002"
    (only,) = json.loads(exported(maintainer, project, item=str(item.pk)))
    assert only["question_id"] == "G1_Q000001"
    assert exported(maintainer, project, item="no-id") == b"[]\n"
    assert exported(maintainer, project, origin="mapped") == b"[]\n"
    assert exported(maintainer, project, "jsonl", origin="mapped") == b""
