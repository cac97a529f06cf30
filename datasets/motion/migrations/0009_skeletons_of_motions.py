import hashlib
import json

from django.db import migrations


def name_skeletons(apps, schema_editor):
    """Motions inspected earlier get the digest of their joints' names and tree, as an inspection writes it."""
    motions = apps.get_model("motion", "MotionAsset").objects.filter(skeleton_sha256="").exclude(skeleton={})
    for motion in motions.only("pk", "skeleton").iterator(chunk_size=500):
        joints = motion.skeleton.get("joints", [])
        tree = {"names": [j["name"] for j in joints], "parents": [j["parent"] for j in joints]}
        text = json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        motion.skeleton_sha256 = hashlib.sha256(text.encode()).hexdigest()
        motion.save(update_fields=["skeleton_sha256"])


class Migration(migrations.Migration):
    dependencies = [("motion", "0008_retargeting_by_people")]
    operations = [migrations.RunPython(name_skeletons, migrations.RunPython.noop)]
