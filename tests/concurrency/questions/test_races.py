"""Two at once, with the guard and without it."""

from __future__ import annotations

import contextlib
import json
import threading

import pytest
from django.db import IntegrityError

from affectory.core.errors import ConflictError
from annotation.questions import services
from annotation.questions.models import Draft, Item, ItemImport, ItemImportRow, Revision
from annotation.questions.services import access, drafts, running
from tests.factories.items import a_new_item, content_of
from tests.factories.threads import at_once
from tests.unit.questions.examples import clip
from worker.tasks.items import import_items

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_messages(monkeypatch) -> None:
    """Transactions commit here, so messages would go to a real broker."""
    monkeypatch.setattr("affectory.core.jobs.enqueue", lambda *args, **options: None)


def meet(monkeypatch, module, name: str, *, timeout_s: float = 1.5) -> None:
    """Both calls get as far as this function before either goes on; with a guard before it only one can."""
    barrier = threading.Barrier(2)
    real = getattr(module, name)

    def waits(*args, **options):
        with contextlib.suppress(threading.BrokenBarrierError):
            barrier.wait(timeout_s)
        return real(*args, **options)

    monkeypatch.setattr(module, name, waits)


def an_import(actor, project) -> ItemImport:
    content = json.dumps([clip(), clip(question_id="second")]).encode()
    return services.import_items(actor=actor, project=project, name="a.json", content=content, queue=False)


def both_imports(actor, project) -> list:
    ids = [an_import(actor, project).pk for _ in range(2)]
    return at_once([lambda import_id=import_id: services.run_import(import_id=import_id) for import_id in ids])


def test_two_imports_of_one_file_at_once_make_one_item_each(project, maintainer, monkeypatch):
    """QU12, QU61."""
    meet(monkeypatch, running.rows, "write")
    assert [getattr(result, "state", result) for result in both_imports(maintainer, project)] == ["done", "done"]
    assert (Item.objects.count(), Revision.objects.count()) == (2, 2)
    assert sorted(ItemImportRow.objects.values_list("outcome", flat=True)) == ["new", "new", "unchanged", "unchanged"]


def test_without_the_lock_both_find_nothing_and_the_database_says_no_to_one(project, maintainer, monkeypatch):
    """The twin of the test above; the whole import of the loser is undone."""
    meet(monkeypatch, running.rows._Writer, "_store", timeout_s=20)
    monkeypatch.setattr(running, "lock_project", lambda project_id: None)
    results = both_imports(maintainer, project)
    assert sum(isinstance(result, IntegrityError) for result in results) == 1
    assert (Item.objects.count(), Revision.objects.count(), ItemImportRow.objects.count()) == (2, 2, 2)


def test_an_import_run_twice_at_once_is_carried_out_once(project, maintainer, monkeypatch):
    """QU61."""
    item_import = an_import(maintainer, project)
    ItemImport.objects.filter(pk=item_import.pk).update(state="running")
    meet(monkeypatch, running, "_read", timeout_s=20)
    results = at_once([lambda: services.run_import(import_id=item_import.pk)] * 2)
    assert [getattr(result, "state", result) for result in results] == ["done", "done"]
    assert (Item.objects.count(), ItemImportRow.objects.count()) == (2, 2)


def test_a_task_delivered_twice_has_its_effect_once(project, maintainer):
    """CO6 under QU61."""
    content = json.dumps([clip()]).encode()
    item_import = services.import_items(actor=maintainer, project=project, name="a.json", content=content)
    for _ in range(2):
        import_items(str(item_import.job_id), str(item_import.pk))
    item_import.refresh_from_db()
    assert (item_import.state, item_import.rows.count(), Revision.objects.count()) == ("done", 1, 1)


def test_a_task_that_cannot_read_its_file_says_so_in_its_import(project, maintainer):
    item_import = services.import_items(actor=maintainer, project=project, name="a.json", content=b"[{")
    import_items(str(item_import.job_id), str(item_import.pk))
    item_import.refresh_from_db()
    assert (item_import.state, "not valid JSON" in item_import.failure) == ("failed", True)


def two_saves(annotator, item) -> list:
    def save(text: str):
        return services.save_draft(actor=annotator, item_id=item.pk, content={"question": text}, base_version=1)

    return at_once([lambda: save("One?"), lambda: save("Two?")])


def without_lock(monkeypatch) -> None:
    monkeypatch.setattr(
        access, "lock_item", lambda item_id: Item.objects.select_related("project", "video").get(pk=item_id)
    )


def test_qu55_of_two_saves_at_once_one_is_told_of_the_other(project, annotator, monkeypatch):
    """QU55."""
    item = a_new_item(annotator, project)
    meet(monkeypatch, drafts, "judge_item")
    results = two_saves(annotator, item)
    (refused,) = [result for result in results if isinstance(result, ConflictError)]
    (saved,) = [result for result in results if not isinstance(result, Exception)]
    assert refused.about["draft"]["content"] == saved.draft.content
    draft = Draft.objects.get()
    assert (draft.content, draft.version) == (saved.draft.content, 2)


def test_without_the_lock_both_would_save_and_the_version_says_no_to_one(project, annotator, monkeypatch):
    """The twin: both get as far as writing; what they write on is compared once more."""
    item = a_new_item(annotator, project)
    without_lock(monkeypatch)
    meet(monkeypatch, drafts, "judge_item", timeout_s=20)
    results = two_saves(annotator, item)
    (refused,) = [result for result in results if isinstance(result, ConflictError)]
    assert refused.code == "state.changed_meanwhile"
    assert (Draft.objects.get().version, Item.objects.get().draft_version) == (2, 2)


def two_submissions(annotator, item) -> list:
    services.save_draft(actor=annotator, item_id=item.pk, content=content_of(clip()), base_version=1)
    return at_once([lambda: services.submit_revision(actor=annotator, item_id=item.pk, base_version=2)] * 2)


def test_submitting_twice_at_once_makes_one_revision(project, annotator, monkeypatch):
    """QU52, QU55."""
    item = a_new_item(annotator, project)
    meet(monkeypatch, drafts, "content_digest")
    results = two_submissions(annotator, item)
    (refused,) = [result for result in results if isinstance(result, ConflictError)]
    assert refused.code == "item.newer_draft"
    item.refresh_from_db()
    assert (Revision.objects.count(), item.revision_count, item.state) == (1, 1, "submitted")


def test_without_the_lock_both_would_submit_and_the_database_says_no_to_one(project, annotator, monkeypatch):
    """The twin: a number stands once for an item."""
    item = a_new_item(annotator, project)
    without_lock(monkeypatch)
    meet(monkeypatch, drafts, "content_digest", timeout_s=20)
    results = two_submissions(annotator, item)
    assert sum(isinstance(result, IntegrityError) for result in results) == 1
    assert Revision.objects.count() == 1
