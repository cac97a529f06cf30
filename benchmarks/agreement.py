"""The agreement report over a whole benchmark, database reading included: python -m benchmarks.agreement [items]"""

from __future__ import annotations

import sys

from .episodes import make_people
from .serving import scratch_database
from .timing import least_cpu_s

TARGET_S = 2.0


def main(items: int = 27_647) -> int:
    with scratch_database("affectory_bench_agreement"):
        from annotation.agreement.services import work_report
        from tests.factories.agreement import add_closed_rounds

        project, _, reviewers = make_people()
        patterns = (["aa"] * 13 + ["ar"] * 3 + ["ra"] * 3 + ["rr"]) * (items // 20 + 1)
        add_closed_rounds(project, reviewers, patterns[:items], per_group=18)
        report = work_report(project)
        spent = least_cpu_s(lambda: work_report(project), 3)
        print(f"{report['n_items']:,} items judged twice, {report['resamples']:,} resamples over "
              f"{report['n_groups']:,} groups: {spent:.2f} s CPU (target {TARGET_S} s)")  # fmt: skip
        return 0 if spent <= TARGET_S else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
