"""What happens to a motion between the moments in which an import or an inspection looks at it."""

from __future__ import annotations

import pytest

from affectory.core import storage
from affectory.core.canonical import sha256_hex
from affectory.core.errors import JobInputError
from datasets.motion import services
from datasets.motion.models import Import, ImportRow, MotionAsset
from datasets.motion.services import inspection, running
from export.withdrawals.services import withdraw
from tests.factories.motion import bvh_bytes, manifest_csv, run_motion_import, zip_bytes


@pytest.fixture(autouse=True)
def no_messages(monkeypatch) -> None:
    monkeypatch.setattr(running, "enqueue", lambda *args, **options: None)


def an_import(actor, project, seeds: dict[str, int], **options) -> Import:
    rows = [{"file": name, "collection": "c", "source_label": "sad", "licence": "x"} for name in seeds]
    return services.import_files(
        actor=actor,
        project=project,
        files=[services.IncomingFile(name, bvh_bytes(seed)) for name, seed in seeds.items()],
        manifest=services.IncomingFile("m.csv", manifest_csv(rows)),
        queue=False,
        **options,
    )


def withdrawn(actor, motion: MotionAsset, *, kind: str = "motion", subject=None) -> None:
    subject = subject or motion
    withdraw(
        actor=actor,
        project=motion.project,
        kind=kind,
        subject_id=subject.pk,
        typed_name=subject.name,
        reason="consent_withdrawn",
        sentence="Whoever was recorded asked for it.",
    )


def test_mo20_an_inspection_that_ends_while_other_bytes_come_in_does_not_judge_them(project, maintainer, monkeypatch):
    services.run_import(import_id=an_import(maintainer, project, {"a.bvh": 1}).pk)
    motion = MotionAsset.objects.get()
    real = running.carry_out

    def overtaken(*args, **options):
        assert services.inspect_motion(motion_id=motion.pk).state == "ready"
        return real(*args, **options)

    monkeypatch.setattr(running, "carry_out", overtaken)
    services.run_import(import_id=an_import(maintainer, project, {"a.bvh": 2}).pk)
    motion.refresh_from_db()
    assert (motion.state, motion.source_sha256) == ("uploaded", storage.put_bytes(bvh_bytes(2)))
    assert services.inspect_motion(motion_id=motion.pk).state == "ready"


def test_wd3_a_line_that_waits_for_its_turn_when_its_file_is_withdrawn_is_refused_and_the_rest_comes_in(
    project, maintainer
):
    services.run_import(import_id=an_import(maintainer, project, {"a.bvh": 1}).pk, inspect_here=True)
    later = an_import(maintainer, project, {"a.bvh": 1, "b.bvh": 2})
    running._plan(later)
    withdrawn(maintainer, MotionAsset.objects.get())
    assert services.run_import(import_id=later.pk, inspect_here=True).state == "done"
    rows = ImportRow.objects.filter(motion_import=later).order_by("number")
    assert list(rows.values_list("file", "outcome")) == [("withdrawn", "refused"), ("b.bvh", "accepted")]


def test_wd6_a_dry_run_writes_nothing_about_a_line_that_was_withdrawn_while_it_was_judged(
    project, maintainer, monkeypatch
):
    services.run_import(import_id=an_import(maintainer, project, {"a.bvh": 1}).pk, inspect_here=True)
    trial = an_import(maintainer, project, {"a.bvh": 1}, dry_run=True)
    real = running.judge

    def overtaken(*args, **options):
        verdict = real(*args, **options)
        withdrawn(maintainer, MotionAsset.objects.get())
        return verdict

    monkeypatch.setattr(running, "judge", overtaken)
    assert services.run_import(import_id=trial.pk).state == "done"
    row = ImportRow.objects.get(motion_import=trial)
    assert (row.file, row.outcome, row.reason, row.change) == ("withdrawn", "refused", "withdrawn", "")


def test_wd3_an_inspection_that_ends_after_a_withdrawal_leaves_no_bytes(project, maintainer, monkeypatch):
    services.run_import(import_id=an_import(maintainer, project, {"a.bvh": 1}).pk)
    motion = MotionAsset.objects.get()
    real, found = inspection.inspect_bytes, []

    def overtaken(*args, **options):
        found.append(real(*args, **options))
        withdrawn(maintainer, motion)
        return found[0]

    monkeypatch.setattr(inspection, "inspect_bytes", overtaken)
    assert services.inspect_motion(motion_id=motion.pk).state == "withdrawn"
    motion.refresh_from_db()
    assert (motion.retargeted_sha256, motion.positions_sha256, motion.skeleton) == ("", "", {})
    for data in (found[0].positions, found[0].retargeted):
        assert not storage.exists(sha256_hex(data))


@pytest.mark.parametrize("kind", ["performer", "collection"])
def test_wd6_reports_name_a_withdrawn_person_or_collection_nowhere(project, maintainer, kind):
    """Neither a line that was refused and became no motion, nor one that waits for its turn; others stay."""
    row = {"collection": "studio", "performer": "Ruth", "source_label": "sad", "licence": "x"}
    rows = [
        row | {"file": "a.bvh", "performance": "one"},
        row | {"file": "Ruth again.bvh", "performance": "one"},
        row | {"file": "o.bvh", "collection": "other", "performer": "Rosa"},
    ]
    files = {"a.bvh": bvh_bytes(1), "Ruth again.bvh": bvh_bytes(2), "o.bvh": bvh_bytes(3)}
    done = run_motion_import(maintainer, project, files, rows)
    waits = services.import_files(
        actor=maintainer,
        project=project,
        files=[services.IncomingFile("Ruth late.bvh", bvh_bytes(4))],
        manifest=services.IncomingFile("m.csv", manifest_csv([row | {"file": "Ruth late.bvh"}])),
        queue=False,
    )
    running._plan(waits)
    motion = MotionAsset.objects.get(name="a.bvh")
    subject = getattr(motion, kind)
    withdrawn(maintainer, motion, kind=kind, subject=subject)
    assert list(done.rows.values_list("file", "outcome")) == [
        ("withdrawn", "accepted"),
        ("withdrawn", "refused"),
        ("o.bvh", "accepted"),
    ]
    assert services.run_import(import_id=waits.pk).state == "done"
    assert list(waits.rows.values_list("file", "outcome", "reason", "fields")) == [
        ("withdrawn", "refused", "withdrawn", {})
    ]


def test_wd4_an_archive_or_a_table_that_went_with_a_withdrawal_is_said_to_be_gone(project, maintainer):
    """An import that was queued before and begins after: of two archives the other one comes in."""
    archives = [services.IncomingFile(f"{seed}.zip", zip_bytes({f"{seed}.bvh": bvh_bytes(seed)})) for seed in (1, 2)]
    later = services.import_files(actor=maintainer, project=project, archives=archives, collection="c", queue=False)
    storage.local_path(later.archives[0]["sha256"]).unlink()
    assert services.run_import(import_id=later.pk, inspect_here=True).state == "done"
    reasons = dict(later.rows.values_list("file", "reason"))
    assert reasons["1.zip"].startswith("1.zip is not stored any more, as when something in it was withdrawn")
    assert MotionAsset.objects.get().source_file == "2.bvh"

    listed = an_import(maintainer, project, {"c.bvh": 3})
    storage.local_path(listed.manifest_sha256).unlink()
    with pytest.raises(JobInputError, match="The table is not stored any more"):
        services.run_import(import_id=listed.pk)
