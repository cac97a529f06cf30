import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from affectory.core.errors import ConflictError, InvalidError, NotAllowedError
from affectory.core.jobs import Unwatched
from annotation.drafting import services
from annotation.drafting.domain.states import Fate, RunState
from annotation.drafting.measures import measures
from annotation.drafting.models import DraftRun, Proposal
from annotation.drafting.selectors import followed, proposals_of, run_counts, source_of_draft
from annotation.drafting.table import measures_csv
from annotation.questions import services as items
from annotation.questions.domain.states import Origin
from annotation.questions.models import Draft, Item, WorkTime
from tests.factories.drafting import a_run, a_wish, cut_film

pytestmark = pytest.mark.django_db

CAUSE, TURN = "emotion cause", "emotion transition"


def test_cuts_become_drafts_of_nobody(maintainer, project, tmp_path):
    """DR6: three clips of a film of 36 s, tasks in turn, each with its place in the video."""
    video = cut_film(maintainer, project, tmp_path)

    run = a_run(maintainer, project, types=[CAUSE, TURN], per_video=3)

    found = Item.objects.filter(project=project, video=video).order_by("draft__content__source__segments")
    assert run.state == RunState.DONE
    assert [(i.type, i.origin, i.author, i.state, i.revision_count) for i in found] == [
        (CAUSE, Origin.DRAFTED, None, "draft", 0),
        (TURN, Origin.DRAFTED, None, "draft", 0),
        (CAUSE, Origin.DRAFTED, None, "draft", 0),
    ]
    drafts = [Draft.objects.get(item=item) for item in found]
    assert [d.content["source"]["segments"] for d in drafts] == [
        [{"start": 0, "end": 12}],
        [{"start": 12, "end": 24}],
        [{"start": 24, "end": 36}],
    ]
    assert all(d.content == d.initial for d in drafts)
    assert drafts[1].content["subtitles"] == [{"id": "U1", "t": [13, 14], "speaker": "Ana", "text": "No."}]
    assert run_counts(run)["proposed"] == 3


def test_a_second_run_proposes_nothing_twice(maintainer, project, tmp_path):
    """DR5: the same video with the same parameters: three repeats that name the run which was first."""
    cut_film(maintainer, project, tmp_path)
    first = a_run(maintainer, project, types=[CAUSE], per_video=3)

    second = a_run(maintainer, project, types=[TURN], per_video=3, skip_drafted=False)

    assert Item.objects.count() == 3
    assert run_counts(second)["repeated"] == 3
    assert {proposal.earlier.run_id for proposal in proposals_of(maintainer, second)} == {first.pk}


def test_a_run_that_is_delivered_twice_or_killed_between_windows_goes_on(maintainer, project, tmp_path):
    """DR5, DR13: the window that was answered stays answered; the other is done next time."""
    cut_film(maintainer, project, tmp_path, name="a.mp4", seed=1)
    cut_film(maintainer, project, tmp_path, name="b.mp4", seed=2)
    run = a_run(maintainer, project, types=[CAUSE], per_video=3, carry_out=False)

    class Dies(Unwatched):
        def progress(self, **told):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        services.run_locally(run_id=run.pk, watch=Dies())
    assert (run_counts(run)["windows_answered"], Item.objects.count()) == (1, 3)

    services.run_locally(run_id=run.pk)
    services.run_locally(run_id=run.pk)

    run.refresh_from_db()
    assert (run.state, Item.objects.count(), Proposal.objects.count()) == (RunState.DONE, 6, 6)


def test_a_plan_says_of_each_video_whether_and_why_not(maintainer, project, tmp_path):
    """DR9"""
    ready = cut_film(maintainer, project, tmp_path, name="a.mp4", seed=1)
    drafted = cut_film(maintainer, project, tmp_path, name="b.mp4", seed=2)
    unready = cut_film(maintainer, project, tmp_path, name="c.mp4", seed=3, ready=False)
    a_run(maintainer, project, types=[CAUSE], per_video=1, video_ids=(drafted.pk,))

    plan = services.plan_run(actor=maintainer, project=project, wish=a_wish(types=[CAUSE], per_video=2))

    assert [(p.video, p.left_out, p.drafts) for p in plan.videos] == [
        (ready, None, 2),
        (drafted, "has_drafts", 0),
        (unready, "not_ready", 0),
    ]
    assert DraftRun.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"types": []}, "types"),
        ({"types": ["emotional reasoning"]}, "types"),
        ({"per_video": 0}, "per_video"),
        ({"options": {"shortest_s": 20}}, "options.target_s"),
        ({"options": {"frames": 2.5}}, "options.frames"),
        ({"options": {"colour": 1}}, "options.colour"),
        ({"options": {"longest_s": 200}}, "options.window_s"),
    ],
)
def test_choices_that_make_no_sense_are_refused_with_their_field(maintainer, project, tmp_path, changes, field):
    cut_film(maintainer, project, tmp_path)

    with pytest.raises(InvalidError) as refusal:
        a_run(maintainer, project, **({"types": [CAUSE], "per_video": 1} | changes))

    assert list(refusal.value.fields) == [field]
    assert not DraftRun.objects.exists()


def test_only_maintainers_ask_for_drafts(annotator, maintainer, project, tmp_path):
    """DR8"""
    cut_film(maintainer, project, tmp_path)

    with pytest.raises(NotAllowedError):
        a_run(annotator, project, types=[CAUSE], per_video=1)


def test_a_run_is_paused_resumed_and_cancelled(maintainer, project, tmp_path):
    """DR13: a paused run does nothing, however often its message comes."""
    cut_film(maintainer, project, tmp_path)
    run = a_run(maintainer, project, types=[CAUSE], per_video=3, carry_out=False)

    services.pause_run(actor=maintainer, run_id=run.pk)
    services.run_locally(run_id=run.pk)
    assert Item.objects.count() == 0
    services.resume_run(actor=maintainer, run_id=run.pk)
    with pytest.raises(ConflictError):
        services.resume_run(actor=maintainer, run_id=run.pk)
    services.cancel_run(actor=maintainer, run_id=run.pk)
    services.run_locally(run_id=run.pk)

    run.refresh_from_db()
    assert (run.state, Item.objects.count()) == (RunState.CANCELLED, 0)
    with pytest.raises(ConflictError):
        services.resume_run(actor=maintainer, run_id=run.pk)


def test_the_fate_of_a_proposal_follows_from_its_item(maintainer, annotator, project, tmp_path):
    """DR20: waiting; kept once the clip is submitted as it was proposed; discarded when the item is thrown away."""
    cut_film(maintainer, project, tmp_path)
    run = a_run(maintainer, project, types=["contextual emotion"], per_video=3)
    first, second, third = proposals_of(maintainer, run).order_by("number")
    content = {**first.content, "question": "What does the man in the hat feel?", "answer": ["fear"]}
    saved = items.save_draft(actor=annotator, item_id=first.item_id, content=content, base_version=1)

    items.submit_revision(actor=annotator, item_id=first.item_id, base_version=saved.draft.version)
    Item.objects.filter(pk=second.item_id).delete()

    fates = [followed(proposal).fate for proposal in proposals_of(maintainer, run).order_by("number")]
    assert fates == [Fate.KEPT, Fate.DISCARDED, Fate.WAITING]
    assert source_of_draft(third.item).drafter == "cuts-1"


def test_the_database_refuses_to_change_a_proposal(maintainer, project, tmp_path):
    """DR7"""
    cut_film(maintainer, project, tmp_path)
    proposal = proposals_of(maintainer, a_run(maintainer, project, types=[CAUSE], per_video=1)).get()

    for change in ({"content": {}}, {"outcome": "refused"}, {"digest": "x"}, {"given": 1}):
        with pytest.raises(DatabaseError), transaction.atomic():
            Proposal.objects.filter(pk=proposal.pk).update(**change)
    with pytest.raises(DatabaseError), transaction.atomic():
        proposal.delete()


def test_measures_of_a_project(maintainer, annotator, project, tmp_path):
    """DR23: two people, 90 and 30 s on the one submitted item, are 2 minutes; the 600 s on a draft do not count."""
    cut_film(maintainer, project, tmp_path)
    run = a_run(maintainer, project, types=["contextual emotion"], per_video=3)
    first, second, _ = proposals_of(maintainer, run).order_by("number")
    content = {**first.content, "question": "What does the man in the hat feel?", "answer": ["fear"]}
    saved = items.save_draft(actor=annotator, item_id=first.item_id, content=content, base_version=1)
    items.submit_revision(actor=annotator, item_id=first.item_id, base_version=saved.draft.version)
    WorkTime.objects.all().delete()
    for person, item_id, seconds in (
        (annotator, first.item_id, 90),
        (maintainer, first.item_id, 30),
        (annotator, second.item_id, 600),
    ):
        WorkTime.objects.create(person=person, item_id=item_id, seconds=seconds, last_at=timezone.now())

    found = measures(project)

    assert [(m.type, m.minutes.mean, m.minutes.n) for m in found.minutes] == [("contextual emotion", 2.0, 1)]
    assert found.outcomes[0].counts[Fate.KEPT] == 1
    assert found.outcomes[0].counts[Fate.WAITING] == 2
    assert [(p.name, p.total, p.states["draft"]) for p in found.by_video] == [("film.mp4", 3, 2)]
    assert found.costs == ()
    lines = measures_csv(found).splitlines()
    assert "drafts,clip,all,cuts-1,,,kept,1,3," in lines
    assert 'minutes,clip,contextual emotion,,,,"minutes per item, mean",2.000000,1,' in lines
