from __future__ import annotations

from collections import Counter

from datasets.motion import selectors, services
from datasets.motion.models import Collection, MotionAsset


def test_generated_motions_come_in_ready_labelled_and_marked_synthetic(project, maintainer):
    few = {"performers": ("P01", "P02"), "actions": ("wave", "walk")}
    motion_import = services.import_synthetic_motions(actor=maintainer, project=project, **few)
    motions = MotionAsset.objects.select_related("collection")
    assert Counter(motions.values_list("state", flat=True)) == {"ready": 20}
    assert Counter(motions.values_list("label", flat=True)) == dict.fromkeys(
        ("angry", "fearful", "happy", "neutral", "sad"), 4
    )
    assert all(motion.is_synthetic and motion.rights.may_redistribute == "media" for motion in motions)
    assert Collection.objects.get().is_synthetic
    assert len({motion.performance_id for motion in motions}) == 20
    assert len({motion.performer_id for motion in motions}) == 2
    assert selectors.composable_motions(project).count() == 20
    assert motion_import.state == "done"
    again = services.import_synthetic_motions(actor=maintainer, project=project, **few)
    assert set(again.rows.values_list("change", flat=True)) == {"unchanged"}
    assert MotionAsset.objects.count() == 20
