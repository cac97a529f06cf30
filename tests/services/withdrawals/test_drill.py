"""WD6, WD7, WD10: the drill. A performer with canaries in everything is withdrawn; then everybody asks for all of
it."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from affectory.accounts import services as accounts
from affectory.accounts.models import User
from affectory.core.jobs import Job
from affectory.inbox.models import InboxLine
from annotation.reviews.models import Lease, Round
from annotation.reviews.services import lease_next, open_rounds
from datasets.episodes.models import Episode
from export.access import services as access
from export.access.metering import BUFFER
from export.hub.models import HubCommit
from export.releases import services as releases
from export.releases.models import Release
from tests.factories.kept_episodes import make_episode
from tests.factories.withdrawn import SENTENCE, withdraw_performer
from tests.permissions.matrix import MATRIX
from worker.tasks.withdrawals import purge

pytestmark = pytest.mark.django_db
API = "/api/v1/projects/lab/"
HUB = "/datasets/affectory/lab/resolve/"


@pytest.fixture(autouse=True)
def quiet(caplog):
    """Thousands of refusals are what is asked for here."""
    caplog.set_level(logging.CRITICAL, logger="django.request")


@pytest.fixture
def people(maintainer, reviewer_a, annotator, researcher, admin_user, outsider) -> list[User | None]:
    return [maintainer, reviewer_a, annotator, researcher, admin_user, outsider, None]


def body_of(answer: Any) -> bytes:
    if answer.streaming:
        return b"".join(answer.streaming_content)
    return bytes(answer.content)


def addresses(canary, *, with_others: bool) -> Iterator[str]:
    """Every GET route of the site, with the ids of what was withdrawn and of what still names it; the files that are
    gone, and those of others as well."""
    version = Release.objects.order_by("major", "minor").values_list("major", "minor", "patch")
    known = {
        "motion_id": [str(motion.pk) for motion in canary.motions],
        "episode_id": [str(episode.pk) for episode in canary.episodes],
        "collection_id": [str(canary.motions[0].collection_id)],
        "job_id": [str(job.pk) for job in Job.objects.all()],
        "version": [".".join(map(str, numbers)) for numbers in version],
        "other": ["0.1.0"],
        "split": ["train", "validation", "test"],
        "document": ["datasheet", "annotation-protocol", "quality-report"],
        "project": ["lab"],
        "path": [],
    }
    for route, methods in MATRIX.items():
        if "GET" in methods:
            yield from ("/api/v1/" + one for one in _filled(route, known))
    for release in Release.objects.filter(state="frozen"):
        files = release.files.all() if with_others else release.files.filter(tombstone__isnull=False)
        for path in files.values_list("path", flat=True):
            yield f"{API}releases/{release.version}/files/{path}"
            yield f"{HUB}v{release.version}/{path}"
        yield f"/api/datasets/affectory/lab/tree/v{release.version}?recursive=true"
        yield f"/api/datasets/affectory/lab/revision/v{release.version}?blobs=true"
        yield f"/api/datasets/affectory/lab/croissant/v{release.version}"
    yield from (f"/api/datasets/affectory/lab/{end}" for end in ("", "refs", "commits/main"))


def _filled(route: str, known: dict[str, list[str]]) -> list[str]:
    match = re.search(r"<(?:\w+:)?(\w+)>", route)
    if match is None:
        return [route]
    values = known.get(match[1], ["00000000-0000-0000-0000-000000000001"])
    return [one for value in values for one in _filled(route.replace(match[0], value, 1), known)]


def test_wd6_the_drill(
    canary, frozen, project, maintainer, researcher, outsider, people, client_for, tmp_path
) -> None:
    access.set_mode(actor=maintainer, project=project, mode="public")
    first = releases.publish_release(actor=maintainer, release_id=frozen("0.1.0").pk)
    releases.publish_release(actor=maintainer, release_id=frozen("0.1.1").pk)
    split = first.rows.get(episode=canary.episodes[0]).split
    held = f"{API}releases/0.1.0/files/data/{split}.jsonl"
    clip = first.files.filter(path__contains=str(canary.episodes[0].pk)).first().path
    # A researcher without a role fetches what will go, another one what will not; the latter is only a member.
    assert b"CANARY" in body_of(client_for(outsider).get(f"{API}releases/0.1.0/files/{clip}"))
    assert client_for(researcher).get(f"{API}releases/0.1.1/files/README.md").status_code == 200
    BUFFER.flush()
    under_review = make_episode(canary.motions[0], canary.episodes[0].scene, 999, state="in_review")
    open_rounds(actor=maintainer, project=project, subject_ids=[under_review.pk], subject_kind="episode")
    lease = lease_next(actor=people[1], project=project)
    canary.episodes.append(under_review)

    tombstone = withdraw_performer(maintainer, project, canary)
    # Before a byte is deleted nothing is served any more.
    crawl(canary, [outsider], client_for, with_others=True)
    crawl(canary, [maintainer], client_for)
    job = Job.objects.get(task="withdrawals.purge")
    purge(job_id=str(job.pk), tombstone_id=str(tombstone.pk))
    crawl(canary, [people[1], researcher, people[4], None], client_for)

    # The old versions say why, over REST and over the Hub; what was not touched is served as before.
    said = client_for(researcher).get(held)
    assert (said.status_code, SENTENCE in said.json()["detail"]) == (410, True)
    over_hub = Client().get(f"{HUB}v0.1.0/data/{split}.parquet")
    assert (over_hub.status_code, over_hub["X-Error-Code"]) == (410, "RevisionNotFound")
    assert SENTENCE in over_hub["X-Error-Message"]
    sha = HubCommit.objects.get(tree__release=first).sha
    assert Client().head(f"{HUB}{sha}/{clip}").status_code == 410
    [other] = [name for name in first.counts_by_split() if name != split][:1]
    assert client_for(researcher).get(f"{API}releases/0.1.0/files/data/{other}.jsonl").status_code == 200
    assert Client().get(f"{HUB}v0.1.0/data/{other}.jsonl").status_code == 200
    rows = client_for(researcher).get(f"{API}releases/0.1.0/splits/{split}?limit=200").json()["results"]
    gone = [row for row in rows if "withdrawn" in row]
    assert {row["episode_id"] for row in gone} == {str(one.pk) for one in canary.episodes[:2]}
    assert [sorted(row) for row in gone] == [["episode_id", "withdrawn"]] * 2
    assert gone[0]["withdrawn"]["reason"] == SENTENCE
    detail = client_for(researcher).get(f"{API}releases/0.1.0").json()["withdrawn_parts"]
    assert (detail["rows"], [reason["sentence"] for reason in detail["reasons"]]) == (2, [SENTENCE])

    # Reviews end with a clear code, the next release without it is major, everybody is told once.
    assert (Round.objects.get().outcome, Lease.objects.get(pk=lease.pk).end_reason) == ("VOID", "withdrawn")
    told = InboxLine.objects.filter(kind="material.withdrawn")
    assert set(told.values_list("person__username", flat=True)) == {
        person.username for person in people if person not in (None, maintainer, people[4])
    }
    assert told.count() == told.values("person").distinct().count()
    reader = client_for(outsider).get("/api/v1/inbox").json()["results"]
    assert [SENTENCE in line["text"] for line in reader] == [True]

    with pytest.raises(CommandError, match=re.escape(SENTENCE)):
        call_command("export_release", "0.1.0", project="lab", to=tmp_path / "copy")
    draft = Release.objects.get(state="draft")
    assert draft.version == "1.0.0"
    releases.request_freeze(actor=maintainer, release_id=draft.pk, typed_version="1.0.0")
    job = Job.objects.get(task="releases.freeze", arguments__release_id=str(draft.pk))
    from worker.tasks.releases import freeze

    freeze(job_id=str(job.pk), release_id=str(draft.pk))
    draft.refresh_from_db()
    assert (draft.state, draft.header["changes"]["bump"], draft.header["changes"]["removed"]) == (
        "frozen",
        "MAJOR",
        2,
    )
    assert not draft.rows.filter(episode__in=canary.episodes).exists()
    assert Episode.objects.filter(state="withdrawn").count() == 3


def crawl(canary, people, client_for, *, with_others: bool = False) -> None:
    every = sorted(set(addresses(canary, with_others=with_others)))
    assert len(every) > 150
    for person in people:
        client = client_for(person)
        client.raise_request_exception = False
        secret = "" if person is None else accounts.issue_token(user=person, name="crawl", scopes=("read",))[1]
        hub = Client(headers={"Authorization": f"Bearer {secret}"} if secret else {})
        for address in every:
            # Files have one road to everybody: who may read, may read all of a release.
            answer = (client if address.startswith("/api/v1/") else hub).get(address)
            assert answer.status_code < 500, (address, body_of(answer)[:300])
            body = body_of(answer)
            found = [word for word in canary.words if word in body]
            assert not found, (address, person, found)
