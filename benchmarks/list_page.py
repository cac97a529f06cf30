"""What a page of a hundred costs the server, PostgreSQL included: python -m benchmarks.list_page [episodes] [pages]

Pages are read through their cursors from the first on, as an export would, so that late pages count as well.
"""

from __future__ import annotations

import sys

from .episodes import make_episodes, make_people
from .items_import import make_file
from .serving import Caller, Server, print_costs, scratch_database, settle

TARGET_MS = 20.0
ITEMS = 1_975
KINDS = {
    "episodes": "/api/v1/projects/bench/episodes?limit=100",
    "episodes, one challenge": "/api/v1/projects/bench/episodes?challenge=rear_view&limit=100",
    "motions": "/api/v1/projects/bench/motions?limit=100",
    "items": "/api/v1/projects/bench/items?limit=100",
    "items, one task": "/api/v1/projects/bench/items?type=emotion%20trajectory&limit=100",
    "review batches": "/api/v1/projects/bench/review/batches?limit=100",
}


def main(episodes: int = 5_000, pages: int = 60) -> int:
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
        settle()
        server = Server()
        try:
            caller = Caller(server, maintainer)
            for kind, path in KINDS.items():
                address = path
                for _ in range(pages):
                    body = caller.call(kind, "GET", address)
                    cursor = body["next"]
                    address = f"{path}&cursor={cursor}" if cursor else path
            print(f"{episodes:,} episodes, {ITEMS:,} items, pages of 100")
            return 0 if print_costs([caller], dict.fromkeys(KINDS, TARGET_MS)) else 1
        finally:
            server.stop()


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
