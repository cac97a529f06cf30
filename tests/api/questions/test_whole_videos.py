"""The videos to write about, and what is told of other people's work: numbers."""

from __future__ import annotations

import pytest

from annotation.questions.models import Item
from tests.factories.items import a_film, a_new_item
from tests.factories.queues import let_write
from tests.factories.videos import a_ready_video, a_table
from tests.factories.watching import watched

URL = "/api/v1/projects/lab/g2/videos"
COMPARISON = ("episode", "emotional intensity comparison")


@pytest.fixture
def films(project, maintainer, tmp_path):
    return [
        a_ready_video(maintainer, project, tmp_path, name=f"reel {n}.mp4", seed=n, table=a_table(frames=100))
        for n in range(3)
    ]


def names(client, **query) -> list[str]:
    return sorted(row["name"] for row in client.get(URL, query).json()["results"])


def test_each_sees_their_own_coverage_and_items_and_of_others_numbers(
    client_for, project, annotator, maintainer, films
):
    watched(annotator, films[0], 0, 99)
    watched(annotator, films[1], 0, 98)
    let_write(maintainer, project, 2)
    a_new_item(annotator, project, *COMPARISON, video=films[0])
    a_new_item(maintainer, project, *COMPARISON, video=films[0])
    a_new_item(maintainer, project, *COMPARISON, video=films[0])
    a_new_item(annotator, project, video=films[0])  # a clip's item is no item of the whole video
    client = client_for(annotator)
    rows = {row["name"]: row for row in client.get(URL).json()["results"]}
    first = rows["reel 0.mp4"]
    assert (first["watched"], first["is_enough"]) == (0.99, True)
    assert (rows["reel 1.mp4"]["watched"], rows["reel 1.mp4"]["is_enough"]) == (0.98, False)
    counts = ("my_unfinished", "my_submitted", "of_others", "others_writing")
    assert [first[name] for name in counts] == [1, 0, 2, 1]
    assert "mara" not in client.get(URL).content.decode()
    Item.objects.filter(author=maintainer).update(state="discarded")
    again = {row["name"]: row for row in client.get(URL).json()["results"]}["reel 0.mp4"]
    assert [again[name] for name in counts] == [1, 0, 0, 0]


def test_filters(client_for, project, annotator, films):
    watched(annotator, films[0], 0, 99)
    watched(annotator, films[1], 0, 98)
    a_new_item(annotator, project, *COMPARISON, video=films[1])
    client = client_for(annotator)
    assert names(client, watched="enough") == ["reel 0.mp4"]
    assert names(client, watched="part") == ["reel 1.mp4"]
    assert names(client, watched="none") == ["reel 2.mp4"]
    assert names(client, mine="unfinished") == ["reel 1.mp4"]
    assert names(client, mine="submitted") == []
    assert names(client, mine="none") == ["reel 0.mp4", "reel 2.mp4"]
    assert names(client, search="reel 2") == ["reel 2.mp4"]
    assert names(client, watched="nonsense") == ["reel 0.mp4", "reel 1.mp4", "reel 2.mp4"]


def test_a_video_that_is_not_prepared_is_not_there(client_for, project, annotator, maintainer):
    a_film(maintainer, project, "raw.mp4")
    assert names(client_for(annotator)) == []
