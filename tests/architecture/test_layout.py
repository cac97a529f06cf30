"""The house stands as docs/ARCHITECTURE.md says."""

from __future__ import annotations

import io
import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parents[2]
OUR_CODE = [
    p for top in ("platform", "datasets", "annotation", "export", "worker") for p in (ROOT / top).rglob("*.py")
]


def test_platform_is_no_package_and_pythons_own_still_answers():
    assert not (ROOT / "platform" / "__init__.py").exists()
    assert platform.system() == "Linux"


def test_layers_and_pure_domains_keep_their_import_contracts():
    result = subprocess.run(
        [str(Path(sys.executable).parent / "lint-imports")], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout[-4000:]


@pytest.mark.django_db
def test_no_migration_is_missing():
    out = io.StringIO()
    call_command("makemigrations", "--check", "--dry-run", stdout=out)
    assert "No changes" in out.getvalue()


def test_only_the_settings_read_the_environment():
    allowed = {
        "worker/management/commands/up.py",
        "platform/affectory/launcher.py",
        "platform/affectory/embedded.py",
        "platform/affectory/celery.py",
        "platform/affectory/wsgi.py",
    }
    readers = [
        str(path.relative_to(ROOT))
        for path in OUR_CODE
        if "settings" not in path.parts and re.search(r"os\.environ|getenv", path.read_text())
    ]
    own_process = [name for name in readers if name.startswith("worker/engines/")]
    assert set(readers) - allowed - set(own_process) == set()


def test_states_are_assigned_by_move_alone():
    """CO1. A line that needs another way says `CO1:` with its reason."""
    assignment = re.compile(r"\.(state|status)\s*=[^=]|\.update\([^)]*\bstate\s*=", re.S)
    found = []
    for path in OUR_CODE:
        if "migrations" in path.parts or path.name == "transitions.py" or path.name == "jobs.py":
            continue
        text = path.read_text()
        for match in assignment.finditer(text):
            line = text.count("\n", 0, match.start())
            if "CO1:" not in "\n".join(text.splitlines()[max(0, line - 3) : line + 1]):
                found.append(f"{path.relative_to(ROOT)}:{line + 1}")
    assert found == []


def test_every_rule_is_quoted_by_its_home_and_by_a_test():
    rules = re.findall(r"^\| ([A-Z]{2}\d+) \|", (ROOT / "docs" / "RULES.md").read_text(), re.M)
    assert len(rules) == len(set(rules)), "a rule id stands twice"
    code = "\n".join(path.read_text() for path in OUR_CODE)
    tests = "\n".join(path.read_text() for path in (ROOT / "tests").rglob("*.py"))
    missing_home = [rule for rule in rules if not re.search(rf"\b{rule}\b", code)]
    missing_test = [rule for rule in rules if not re.search(rf"\b{rule}\b", tests)]
    assert (missing_home, missing_test) == ([], [])


def test_no_file_has_outgrown_its_purpose():
    long = {
        str(path.relative_to(ROOT)): count
        for path in OUR_CODE
        if "migrations" not in path.parts and (count := len(path.read_text().splitlines())) > 450
    }
    assert long == {}
