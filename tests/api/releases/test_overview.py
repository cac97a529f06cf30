import pytest

from annotation.questions.domain.states import ItemState

pytestmark = pytest.mark.django_db


def test_a_maintainer_sees_counts_and_others_do_not(client_for, project, maintainer, reviewer_a):
    seen = client_for(maintainer).get("/api/v1/projects/lab/overview").json()
    assert seen["funnel"]["motions"]["ready"] == 0
    assert set(seen["funnel"]["episodes"]) >= {"in_review", "kept", "removed"}
    assert seen["funnel"]["labels"] == {"angry": 0, "fearful": 0, "happy": 0, "neutral": 0, "sad": 0}
    states = ("registered", "preparing", "ready", "refused", "withdrawn")
    assert seen["funnel"]["videos"] == dict.fromkeys(states, 0)
    assert seen["funnel"]["items"] == {state.value: 0 for state in ItemState}
    assert seen["latest_release"] is None
    hidden = client_for(reviewer_a).get("/api/v1/projects/lab/overview").json()
    assert set(hidden["funnel"]) == set(seen["funnel"])
    assert not any(hidden["funnel"].values())
    assert hidden["latest_release"] is None
