"""Items that can be put out for review, and what becomes of them, made through services."""

from __future__ import annotations

from typing import Any

from affectory.accounts.models import Project, User
from affectory.core import storage
from annotation.questions import services as questions
from annotation.questions.domain.states import ItemState
from annotation.questions.models import Item
from annotation.reviews import schemes, services
from annotation.reviews.models import Batch
from datasets.videos.domain import VideoState
from datasets.videos.models import Video
from tests.factories.items import a_draft, a_film, a_new_item, content_of
from tests.unit.questions.examples import clip

SCHEME = schemes.ITEM_1
FINE = {"value": "fine", "reasons": []}
ACCEPT: dict[str, Any] = {"question": FINE, "answer": FINE}
REJECT: dict[str, Any] = {"question": FINE, "answer": {"value": "problem", "reasons": ["answer_wrong"]}}


def a_watchable_film(actor: User, project: Project, name: str = "reel.mp4", **columns: Any) -> Video:
    """A prepared video, as far as its row goes."""
    made = {
        "state": VideoState.READY.value,
        "proxy_sha256": storage.put_bytes(f"proxy of {name}".encode()),
        "proxy_rate": "1/1",
        "proxy_frames": 900,
        "probe": {},
    }
    return a_film(actor, project, name, **(made | columns))


def a_submitted_item(author: User, project: Project, *, video: Video, text: str = "", start: float = 12.5) -> Item:
    """A new item of the author's about some seconds of the video, submitted and with its clip out of the way."""
    segments = [{"start": start, "end": start + 7.5}]
    item = a_new_item(author, project, video=video, segments=segments)
    content = content_of(clip(), source={"from": "Reel 2", "segments": segments})
    content["question"] = text or f"What does the woman with the hat feel in these seconds from {start} on?"
    a_draft(author, item, content)
    submit(author, item)
    return item


def submit(author: User, item: Item) -> None:
    item.refresh_from_db()
    questions.submit_revision(actor=author, item_id=item.pk, base_version=item.draft_version)
    Item.objects.filter(pk=item.pk).update(clip=None)
    item.refresh_from_db()


def rewrite(author: User, item: Item, **changes: Any) -> None:
    """The next revision: what the latest says, with changes."""
    latest = item.revisions.last()
    assert latest is not None
    a_draft(author, item, {**latest.content, **changes})
    submit(author, item)


def put_out(project: Project, actor: User | None = None, **options: Any) -> tuple[Batch, int]:
    return services.open_rounds(actor=actor, project=project, subject_kind="item", **options)


def judge(person: User, project: Project, given: dict[str, Any] | None = None, **options: Any) -> Any:
    """Ask for the next one, decide it, leave: the verdict counts at once."""
    lease = services.lease_next(actor=person, project=project)
    assert lease is not None, "nothing is left"
    submitted = services.submit_decision(
        actor=person, project=project, lease_id=lease.pk, judgements=given or ACCEPT, **options
    )
    services.leave(actor=person, project=project)
    return submitted.decision


def state_of(item: Item) -> ItemState:
    return ItemState(Item.objects.values_list("state", flat=True).get(pk=item.pk))
