"""A collection comes in by its names, is changed by a table, and a skeleton that nobody knows gets its joints."""

from __future__ import annotations

import re
from itertools import count

import pytest
from playwright.sync_api import expect

from datasets.motion import services
from datasets.motion.models import MotionAsset, Performer
from datasets.motion.services import inspect_motion
from tests.factories.motion import bvh_bytes, manifest_csv, run_motion_import
from tests.journeys.conftest import work_off

pytestmark = [pytest.mark.journey, pytest.mark.django_db(transaction=True)]


def as_workers() -> None:
    """Jobs, and the inspections for which imports send a message each."""
    work_off()
    for motion_id in MotionAsset.objects.filter(state="uploaded").values_list("pk", flat=True):
        inspect_motion(motion_id=motion_id)


def folder(files):
    return [{"name": name, "mimeType": "application/octet-stream", "buffer": data} for name, data in files.items()]


def test_a_collection_comes_in_by_its_names_and_is_changed_by_a_table(visitor, project, maintainer):
    """MO40, MO45, MO70, MO71: preset, preview, dry run, its carrying out, report, and what a re-import changes."""
    files = {f"F01{label}0V1.bvh": bvh_bytes(seed) for seed, label in enumerate(("A", "H", "SU"), start=1)}
    someone = visitor(maintainer.username)
    page = someone.opened("/p/lab/import")
    page.get_by_label("Choose files").set_input_files(folder({**files, "F01-odd.bvh": bvh_bytes(4)}))
    page.get_by_role("radio", name="Nothing").focus()
    page.keyboard.press("ArrowRight")  # KDAE
    expect(page.locator(".figures")).to_contain_text(re.compile(r"3\s*read"))
    page.get_by_label("Look a file up").fill("odd")
    expect(page.get_by_role("region", name="Files found")).to_contain_text("does not fit the pattern")
    assert someone.faults(scroll=True) == []

    page.get_by_role("button", name="Dry run").click()
    expect(page.get_by_role("heading", name="Report")).to_be_in_viewport()
    as_workers()
    expect(page.get_by_role("button", name="Refused 1")).to_be_visible()
    assert not MotionAsset.objects.exists()
    page.get_by_role("button", name="Import these files").click()
    expect(page.get_by_text("Dry run: nothing is stored")).to_have_count(0)
    as_workers()
    expect(page.get_by_role("link", name="F01A0V1.bvh")).to_be_visible()
    assert sorted(MotionAsset.objects.values_list("label", "state")) == [
        ("", "ready"), ("angry", "ready"), ("happy", "ready"),
    ]  # fmt: skip

    page.get_by_role("link", name="Close the report").click()
    rows = [{"file": name, "actor": "F01", "emotion": "H", "consent": "Form 7"} for name in files]
    page.get_by_label("Choose files").set_input_files(folder({"table.csv": manifest_csv(rows)}))
    page.get_by_label("Collection", exact=True).fill("KDAE")
    expect(page.get_by_text("F01 (3; Form 7)")).to_be_visible()
    page.get_by_role("button", name="Dry run").click()
    expect(page.get_by_role("heading", name="Report")).to_be_in_viewport()
    as_workers()
    differences = page.locator(".diffs")
    expect(differences).to_contain_text(re.compile("3 would change"))
    expect(differences.get_by_role("row").filter(has_text="Consent")).to_contain_text("Form 7")
    assert Performer.objects.get().consent_reference == ""


def strange(seed: int) -> bytes:
    """The same body, whose joints' names say nothing."""
    numbers = count()
    return re.sub(r"(ROOT|JOINT) \w+", lambda at: f"{at[1]} n{next(numbers)}", bvh_bytes(seed).decode()).encode()


def test_a_skeleton_that_nobody_knows_gets_its_joints(visitor, project, maintainer):
    """MO50, MO51, MO52: a motion waits, its joints are said by keyboard alone, and the next one needs nobody."""
    run_motion_import(maintainer, project, {"a.bvh": strange(1)}, collection="Strange rig")
    motion = MotionAsset.objects.get()
    assert motion.state == "needs_mapping"
    someone = visitor(maintainer.username)
    page = someone.opened(f"/p/lab/motions/{motion.pk}")
    page.get_by_role("link", name="Which joint is which").press("Enter")
    page.wait_for_url("**/joints")
    save = page.get_by_role("button", name="Save …")
    expect(save).to_be_enabled()
    page.get_by_role("button", name="left elbow").press("Enter")
    elbow = page.get_by_label("Joint of the file for left elbow")
    found = elbow.input_value()
    elbow.select_option("none")
    expect(page.get_by_role("alert")).to_contain_text("left elbow")
    expect(save).to_be_disabled()
    elbow.select_option(found)
    expect(page.get_by_text("All checks of the first frames pass.")).to_be_visible()
    assert someone.faults(scroll=True) == []
    save.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("every motion of the project with this skeleton")
    dialog.get_by_role("button", name="Save and inspect again").press("Enter")
    expect(dialog).to_have_count(0)
    work_off()
    expect(page.get_by_text("Inspected again: 1 ready.")).to_be_visible()
    expect(page.get_by_text("Version 1")).to_be_visible()
    # A page that is open while its motion is read shows it whole as soon as it is.
    bvh = services.IncomingFile("b.bvh", strange(2))
    new = services.import_files(actor=maintainer, project=project, files=[bvh], queue=False, collection="Strange rig")
    services.run_import(import_id=new.pk)
    second = MotionAsset.objects.get(state="uploaded")
    someone.opened(f"/p/lab/motions/{second.pk}")
    inspect_motion(motion_id=second.pk)
    expect(page.get_by_text("frame 1 of 60", exact=True)).to_be_visible()
    assert list(MotionAsset.objects.values_list("state", flat=True)) == ["ready", "ready"]
