"""RL20: a researcher asks every route that reads releases for hidden answers, and for every file, and finds none."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from affectory.accounts import services as accounts
from affectory.accounts.models import Role
from affectory.core import storage
from affectory.core.models import AuditEvent, Job
from annotation.questions.models import Item, Revision
from export.releases import services
from export.releases.models import Release
from tests.conftest import make_user
from tests.factories.kept_episodes import fill_profile
from tests.factories.kept_items import films, frozen_items, keep, keeper, make_clip, make_item, make_video
from tests.factories.releases import run_freeze
from tests.unit.questions.examples import RUBRICS, STAGES, clip, episode

__all__ = ["films", "frozen_items", "keeper", "run_freeze"]

CANARY = "zyxquokka"


@pytest.fixture
def planted(films, keeper) -> list[Item]:
    """Items whose every reserved text holds the canary."""
    fill_profile(films, keeper)
    services.save_profile(actor=keeper, project=films, values={}, hides_test_answers=True)
    film = make_video(films, keeper, 0)
    details = {**STAGES, "description": f"Stages {CANARY}."}
    rubric = {**RUBRICS["trajectory"], "criterion": f"Stages {CANARY}?"}
    told = clip("emotion trajectory", answer=f"Calm {CANARY}.", answer_details=details, rubric=rubric, subtitles=None)
    whole = episode(answer=f"The soup {CANARY}.")
    made = [
        make_item(films, keeper, told, video=film, clip=make_clip(film, keeper, 12.5)),
        make_item(films, keeper, whole, video=film),
    ]
    keep(films, made)
    return made


def routes(patterns: Any = None, before: str = "") -> list[str]:
    found: list[str] = []
    for one in get_resolver().url_patterns if patterns is None else patterns:
        path = before + str(one.pattern).lstrip("^")
        if isinstance(one, URLResolver):
            found += routes(one.url_patterns, path)
        elif isinstance(one, URLPattern):
            found.append(path)
    return found


def filled(route: str, items: list[Item], release: Release) -> str | None:
    values = {
        "project": "films", "slug": "films", "version": "0.2.0", "other": "0.1.0", "split": "test",
        "document": "datasheet", "namespace": "affectory", "name": "films", "revision": "v0.2.0",
        "item_id": str(items[0].pk), "release_id": str(release.pk), "video_id": str(items[0].video_id),
    }  # fmt: skip
    path = route.replace("$", "").replace("\\Z", "")
    for name, value in values.items():
        for converter in ("", "str:", "slug:", "uuid:", "path:"):
            path = path.replace(f"<{converter}{name}>", value)
    return None if "<" in path or "(" in path else f"/{path}"


def test_rl20_no_route_file_log_or_error_shows_a_hidden_answer(
    films, keeper, planted, frozen_items, client_for, django_capture_on_commit_callbacks
) -> None:
    frozen_items("0.1.0")
    item = planted[1]
    item.refresh_from_db()
    first = item.revisions.get()
    content = {**first.content, "answer": f"The bread {CANARY}."}
    Revision.objects.create(item=item, number=2, content=content, digest="d" * 64, author=keeper)
    Item.objects.filter(pk=item.pk).update(revision_count=2)
    keep(films, [item], number=2)
    release = frozen_items("1.0.0")
    for one in Release.objects.filter(project=films):
        services.publish_release(actor=keeper, release_id=one.pk)
    researcher = make_user("rita")
    accounts.grant_role(actor=None, project=films, user=researcher, role=Role.RESEARCHER)
    client = client_for(researcher)
    asked = 0
    for route in routes():
        path = filled(route, planted, release)
        if path is None or path.startswith(("/admin", "/static")):
            continue
        for address in {path, path.replace("0.2.0", "1.0.0")}:
            reply = client.get(address)
            body = reply.getvalue()
            assert CANARY.encode() not in body, address
            asked += reply.status_code == 200
    assert asked > 15
    diff = client.get("/api/v1/projects/films/releases/1.0.0/diff/0.1.0")
    told = json.loads(diff.getvalue())
    assert (told["bump"], [row["fields"] for row in told["rows"]]) == ("MAJOR", [[]])
    for one in Release.objects.filter(project=films):
        for path, sha256 in one.files.values_list("path", "sha256"):
            reply = client.get(f"/api/v1/projects/films/releases/{one.version}/files/{path}")
            assert reply.status_code == 200
            assert CANARY.encode() not in reply.getvalue(), path
            assert CANARY.encode() not in storage.read_bytes(sha256), path
    noted = [*AuditEvent.objects.values_list("data", flat=True), *Job.objects.values_list("log", "message")]
    assert CANARY not in json.dumps(noted, default=str)
