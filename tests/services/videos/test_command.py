from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from datasets.videos.models import Registration, Video
from tests.factories.videos import video_bytes


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "films").mkdir()
    (tmp_path / "films" / "a.mp4").write_bytes(video_bytes(1))
    (tmp_path / "films" / "a.en.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nHi\n")
    (tmp_path / "films" / "b.mp4").write_bytes(b"\x00" * 5000)
    (tmp_path / "m.csv").write_text("file,source,colour\na.mp4,S1E1,red\n")
    return tmp_path


def run(*arguments: object) -> str:
    out = io.StringIO()
    call_command("import_videos", *map(str, arguments), "--project", "lab", stdout=out)
    return out.getvalue()


def test_a_folder_is_tried_out_and_then_registered(folder, project, maintainer):
    told = run(folder / "films", "--manifest", folder / "m.csv", "--licence", "CC0", "--dry-run")
    assert "b.mp4: b.mp4 begins with nothing but zeros" in told
    assert "3 files and lines: 2 accepted, 0 accepted with a warning, 0 unchanged, 0 excluded, 1 refused." in told
    assert "Columns that nothing was read from: colour." in told
    assert "This was a dry run" in told
    assert Video.objects.count() == 0
    run(folder / "films", "--manifest", folder / "m.csv", "--licence", "CC0")
    video = Video.objects.get()
    assert (video.licence, video.source, video.created_by) == ("CC0", "S1E1", maintainer)
    assert "'CC0' → 'CC BY 4.0'" in run(folder / "films", "--licence", "CC BY 4.0")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "is no folder"),
        ([".", "--manifest", "nowhere.csv"], "no manifest nowhere.csv"),
        ([".", "--mapping", "nowhere.json"], "neither a mapping file nor one of affectory, public-index"),
        ([".", "--as", "nobody"], "nobody called 'nobody'"),
    ],
)
def test_arguments_without_a_meaning_are_refused(project, maintainer, arguments, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match=words):
        run(*arguments)
    assert Registration.objects.count() == 0


def test_a_project_that_is_not_there_is_refused(db, tmp_path):
    with pytest.raises(CommandError, match="no project 'lab'"):
        run(tmp_path)
