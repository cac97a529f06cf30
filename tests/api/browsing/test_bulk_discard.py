"""BW14, BW15: many episodes are discarded: told beforehand, and taken back as far as nobody was asked about them."""

from __future__ import annotations

from annotation.reviews import services as reviews
from datasets.episodes.models import Composition, Episode
from tests.api.browsing.test_episodes_library import URL, rows
from tests.factories.kept_episodes import make_episode
from tests.factories.reviews import decide

__all__ = ["rows"]
ALL = {"action": "discard", "everything": True}


def states() -> dict[str, int]:
    found = list(Episode.objects.values_list("state", flat=True))
    return {state: found.count(state) for state in found}


def test_bw14_bw15_what_was_judged_stays_and_what_nobody_was_asked_about_comes_back(
    client_for, project, maintainer, reviewer_a, rows
):
    client = client_for(maintainer)

    def bulk(path: str, **body) -> dict:
        return client.post(f"{URL}/bulk{path}", {**ALL, **body}, format="json").json()

    # given three out for review, one of them judged, one refused, and one of a plan that is being composed
    bulk("", action="render")
    bulk("", action="review")
    decide(reviewer_a, project, reviews.lease_next(actor=reviewer_a, project=project))
    Episode.objects.filter(pk=rows["refused"].pk).update(opened_at=None)
    plan = Composition.objects.create(project=project, created_by=maintainer, plan={}, seed=1)
    make_episode(rows["happy"].motion, rows["happy"].scene, 9, state="checked", opened_at=None, composition=plan)
    # when
    told = bulk("/foresee")
    assert states() == {"in_review": 3, "refused": 1, "checked": 1}
    run = bulk("")
    # then
    assert [(line["n"], line["what"].split()[-1], line["changes"]) for line in told] == [
        (1, "back", True),
        (2, "good", True),
        (1, "stay", False),
        (1, "stay", False),
    ]
    assert (run["done"], run["refused"], run["can_undo"]) == (3, 2, True)
    assert {row["reason"] for row in run["refusals"]} == {
        "It was judged, or it is gone already.",
        "Its plan is still being composed; cancel that job first.",
    }
    assert states() == {"in_review": 1, "discarded": 3, "checked": 1}
    undone = client.post(f"/api/v1/projects/lab/bulk/{run['id']}/undo").json()
    assert (undone["done"], undone["refused"]) == (1, 2)
    assert {row["reason"] for row in undone["refusals"]} == {"It was out for review, and that review has ended."}
    assert states() == {"in_review": 1, "discarded": 2, "refused": 1, "checked": 1}
    assert [line["n"] for line in bulk("/foresee", ids=[str(rows["refused"].pk)])] == [1]
