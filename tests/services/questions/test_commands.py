"""Questions in and out from the command line."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command

from annotation.questions.models import Item, ItemImport
from tests.factories.items import OLDER
from tests.unit.questions.examples import ALL, clip, numbered

pytestmark = pytest.mark.django_db


def command(name, *args, **options) -> str:
    out = io.StringIO()
    call_command(name, *args, stdout=out, **options)
    return out.getvalue()


def test_a_file_goes_in_and_out_from_the_command_line(project, maintainer, tmp_path):
    source, first, second = (tmp_path / name for name in ("in.json", "out.jsonl", "again.jsonl"))
    source.write_text(json.dumps([*numbered(ALL), clip(question_id="bad", answer=["gladness"])]))
    tried = command("import_items", source, project="lab", dry_run=True)
    assert "9 records: 8 new, 0 changed, 0 unchanged, 1 refused." in tried
    assert "This was a dry run" in tried
    assert "bad (line 1), error QU5: answer[0] " in tried
    assert Item.objects.count() == 0
    command("import_items", source, project="lab")
    assert command("export_items", first, project="lab").endswith("8 items.\n")
    command("import_items", first, project="lab")
    command("export_items", second, project="lab")
    assert first.read_bytes() == second.read_bytes()
    assert "5 items" in command("export_items", first, project="lab", granularity="clip")


def test_a_mapping_is_a_preset_or_a_file(project, maintainer, tmp_path):
    source, mapping = tmp_path / "old.json", tmp_path / "mapping.json"
    source.write_text(json.dumps([OLDER]))
    assert "1 new" in command("import_items", source, project="lab", mapping="longemo-choice")
    mapping.write_text(json.dumps({"paths": {"external_id": "qid", "question": "question"}}))
    assert "1 unchanged" in command("import_items", source, project="lab", mapping=str(mapping))


@pytest.mark.parametrize(
    ("name", "content", "options", "words"),
    [
        ("a.json", b"[{", {}, "not valid JSON"),
        ("a.json", b"[]", {"project": "nowhere"}, "no project"),
        ("a.json", b"[]", {"mapping": "nothing"}, "neither a mapping file"),
        ("a.json", None, {}, "There is no file"),
    ],
)
def test_what_cannot_be_imported_is_said(name, content, options, words, project, maintainer, tmp_path):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CommandError, match=words):
        command("import_items", path, **{"project": "lab", **options})
    assert not ItemImport.objects.exclude(state="failed").exists()
    with pytest.raises(CommandError, match=r"must end in \.json or \.jsonl"):
        command("export_items", tmp_path / "a.xlsx", project="lab")
