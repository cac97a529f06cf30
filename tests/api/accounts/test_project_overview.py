"""The front page of a project: counts for maintainers, the latest release for whoever may read it."""

from __future__ import annotations

from affectory.accounts.overview import PROJECT_COUNTS, PROJECT_HEADLINES


def test_every_app_makes_itself_known():
    assert PROJECT_COUNTS.ids() == ("episodes", "motions", "renders")
    assert PROJECT_HEADLINES.ids() == ("latest_release",)


def test_a_maintainer_sees_the_counts(client_for, maintainer, project):
    body = client_for(maintainer).get(f"/api/v1/projects/{project.slug}").json()
    assert set(body["funnel"]) == {"motions", "episodes", "renders"}
    assert body["funnel"]["motions"] == {"uploaded": 0, "ready": 0, "rejected": 0}
    assert body["latest_release"] is None


def test_nobody_else_does(client_for, reviewer_a, researcher, project):
    for person in (reviewer_a, researcher):
        body = client_for(person).get(f"/api/v1/projects/{project.slug}").json()
        assert body["funnel"] == {}
        assert body["name"] == "Lab"
