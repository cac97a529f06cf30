"""What lists cost the server, PostgreSQL included: python -m benchmarks.list_page [episodes] [pages]

A page of a hundred, plain, filtered and sorted; the counts of all facets with nothing and with two things chosen; and
the list as a file, with the memory that sending it takes. Pages are read through their cursors from the first on, as
an export would, so that late pages count as well.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from .episodes import LABELS, MOTIONS, digest, make_episodes, make_people
from .items_import import make_file
from .serving import Caller, Server, print_costs, scratch_database, settle

TARGET_MS = 20.0
ITEMS = 1_975
SCENES, COMPOSITIONS, COLLECTIONS, PERFORMERS = 57, 12, 6, 23
BASE = "/api/v1/projects/bench"
PAGES = {
    "episodes": "episodes?limit=100",
    "episodes, one challenge": "episodes?challenge=rear_view&limit=100",
    "episodes, four facets, few match": (
        "episodes?state=refused&challenge=far_visible&label=sad&refused=visible&limit=100"
    ),
    "episodes, sorted by label, length": "episodes?sort=label,-duration&limit=100",
    "episodes, of a collection": "episodes?collection={collection}&limit=100",
    "motions": "motions?limit=100",
    "episodes, a search": "episodes?search=t11&limit=100",
    "episodes, sorted by scene": "episodes?sort=scene&limit=100",
    "episodes, sorted by motion": "episodes?sort=-motion&limit=100",
    "episodes, longest first": "episodes?sort=-duration&limit=100",
    "motions, sorted by name": "motions?sort=name&limit=100",
    "motions, sorted by person, label": "motions?sort=performer,label&limit=100",
    "motions, two labels, by length": "motions?label=sad&label=angry&sort=-duration&limit=100",
    "scenes": "scenes?limit=100",
    "items": "items?limit=100",
    "items, one task": "items?type=emotion%20trajectory&limit=100",
    "review batches": "review/batches?limit=100",
}
COUNTS = {
    "facets of episodes": "episodes/facets",
    "facets of episodes, two chosen": "episodes/facets?state=refused&state=checked&label=sad",
    "facets of episodes, a search": "episodes/facets?search=t11",
    "facets of motions": "motions/facets",
    "facets of motions, a search": "motions/facets?search=take%20111",
    "facets of motions, two chosen": "motions/facets?state=ready&label=sad",
    "facets of scenes": "scenes/facets",
}
FILES = {"file of episodes": "episodes.csv"}


def main(episodes: int = 27_647, pages: int = 60) -> int:
    with scratch_database("affectory_bench_list"):
        from annotation.questions import services as questions
        from annotation.reviews.services import open_rounds

        project, maintainer, _ = make_people()
        make_episodes(project, episodes)
        item_import = questions.import_items(
            actor=maintainer, project=project, name="items.json", content=make_file(ITEMS, 20), queue=False
        )
        questions.run_import(import_id=item_import.pk)
        open_rounds(actor=None, project=project)
        collection = _spread(project, maintainer, episodes)
        settle()
        server = Server()
        try:
            caller = Caller(server, maintainer)
            for kind, path in PAGES.items():
                first = f"{BASE}/{path.format(collection=collection)}"
                address = first
                for _ in range(pages):
                    cursor = caller.call(kind, "GET", address)["next"]
                    address = f"{first}&cursor={cursor}" if cursor else first
            for kind, path in COUNTS.items():
                for _ in range(pages):
                    caller.call(kind, "GET", f"{BASE}/{path}")
            before = _resident_mb(server)
            for kind, path in FILES.items():
                for _ in range(3):
                    caller.fetch(kind, f"{BASE}/{path}")
            print(f"{episodes:,} episodes and motions, {ITEMS:,} items, pages of 100")
            met = print_costs([caller], dict.fromkeys([*PAGES, *COUNTS], TARGET_MS))
            print_costs([caller], {}, warm_up=0, only=list(FILES))
            print(f"sending files added {_resident_mb(server) - before:.0f} MB to the server's memory")
            return 0 if met else 1
        finally:
            server.stop()


def _spread(project: Any, maintainer: Any, motions: int) -> str:
    """As many motions; episodes as composing and checking leave them, of many scenes and compositions, in all
    families, lengths and states. Those move in portions, with the database cleaning up behind as it does. Returns a
    collection's id."""
    from django.db import connection

    from datasets.episodes.models import Composition
    from datasets.motion.models import Collection, MotionAsset
    from datasets.scenes.models import Scene

    first = Scene.objects.get(project=project)
    columns = {f.attname: getattr(first, f.attname) for f in Scene._meta.concrete_fields if f.name != "id"}
    for number in range(1, SCENES):
        Scene.objects.create(**columns | {"name": f"Flat {number}", "glb_sha256": digest("glb", number)})
    for number in range(COMPOSITIONS):
        Composition.objects.create(project=project, created_by=maintainer, plan={}, seed=number)
    _add_motions(project, motions)
    other = Collection.objects.create(project=project, name="Other", is_synthetic=True)
    MotionAsset.objects.filter(project=project, external_id__endswith="7").update(collection=other)
    with connection.cursor() as cursor:
        # Rows for a figure: outside it nobody changes what an episode is.
        cursor.execute("ALTER TABLE episodes_episode DISABLE TRIGGER specification_stays")
        cursor.execute(f"{DRAWN} {PLACED}")
        cursor.execute("ALTER TABLE episodes_episode ENABLE TRIGGER specification_stays")
        cursor.execute("VACUUM FULL episodes_episode")
        for part in range(PORTIONS):
            cursor.execute(f"{DRAWN} {MOVED}", [PORTIONS, part])
            if part % 6 == 5:
                cursor.execute("VACUUM episodes_episode")
    return str(other.pk)


def _add_motions(project: Any, upto: int) -> None:
    """Takes of several collections, people and scenarios, with every label, state and outcome among them."""
    from datasets.motion.models import Collection, MotionAsset, Performance, Performer

    first = MotionAsset.objects.filter(project=project).order_by("pk").first()
    assert first is not None
    columns = {
        f.attname: getattr(first, f.attname)
        for f in MotionAsset._meta.concrete_fields
        if not f.generated and f.name not in ("id", "created_at")
    }
    for part in range(COLLECTIONS):
        collection = Collection.objects.create(project=project, name=f"Takes {part}", is_synthetic=False)
        people = Performer.objects.bulk_create(
            Performer(collection=collection, name=f"{part}-{n}") for n in range(PERFORMERS)
        )
        numbers = range(MOTIONS + part, upto, COLLECTIONS)
        takes = Performance.objects.bulk_create(
            (Performance(collection=collection, external_id=f"take {n}") for n in numbers), batch_size=1_000
        )
        MotionAsset.objects.bulk_create(
            (
                MotionAsset(
                    **columns
                    | {"collection_id": collection.pk, "performance_id": take.pk}
                    | {"performer_id": people[n % 41 % PERFORMERS].pk}
                    | {"external_id": take.external_id, "name": take.external_id, "source_sha256": digest("m", n)}
                    | {"label": LABELS[n % 7 % 5], "scenario": f"scenario {n % 31}", "duration_s": 1 + n % 997 / 100}
                    | {"state": ("ready", "ready", "ready", "rejected", "uploaded")[n % 11 % 5]}
                    | {"checks_outcome": ("pass", "pass", "warn", "fail")[n % 13 % 4], "is_synthetic": False}
                    | dict.fromkeys(("exclusion_kind", "exclusion_reason"), "person" if n % 17 == 0 else "")
                )
                for n, take in zip(numbers, takes, strict=True)
            ),
            batch_size=1_000,
        )  # fmt: skip


DRAWN = """
WITH drawn AS (
    SELECT id, get_byte(uuid_send(id), 0) AS a, get_byte(uuid_send(id), 1) AS b, get_byte(uuid_send(id), 2) AS c,
           get_byte(uuid_send(id), 3) AS d FROM episodes_episode
)
"""
PLACED = """
, rooms AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n, count(*) OVER () AS many FROM scenes_scene),
plans AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n, count(*) OVER () AS many FROM episodes_composition)
UPDATE episodes_episode AS e SET
    motion_id = e.motion_id, scene_id = rooms.id, composition_id = plans.id, duration_s = 1 + b / 32.0,
    family = CASE WHEN mod(c, 4) = 3 THEN 'action_grounded' ELSE family END,
    challenge = CASE WHEN mod(c, 4) = 3 THEN '' ELSE challenge END,
    action = CASE WHEN mod(c, 4) = 3 THEN (ARRAY['sit', 'knock', 'walk'])[1 + mod(d, 3)] ELSE '' END
FROM drawn, rooms, plans
WHERE drawn.id = e.id AND rooms.n = mod(drawn.c * 256 + drawn.d, rooms.many) AND plans.n = mod(drawn.b, plans.many)
"""
MOVED = """
UPDATE episodes_episode AS e SET -- CO1: rows for a figure
    state = (ARRAY['composed', 'checked', 'refused', 'in_review', 'kept', 'removed'])[1 + mod(a, 6)],
    refusal = CASE WHEN mod(a, 6) = 2 THEN 'It is hidden.' ELSE '' END,
    checks = CASE WHEN mod(a, 6) = 2
        THEN jsonb_set(checks, ARRAY[mod(b, 6)::text, 'outcome'], '"fail"') ELSE checks END
FROM drawn WHERE drawn.id = e.id AND mod(d, %s) = %s
"""
PORTIONS = 30


def _resident_mb(server: Server) -> float:
    """Resident memory of the web server's processes together."""
    found = 0
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            status = (folder / "status").read_text()
        except OSError:
            continue
        fields = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
        if server.process.pid in (int(fields["Pid"]), int(fields["PPid"])):
            found += int(fields.get("VmRSS", "0 kB").split()[0])
    return found / 1024


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
