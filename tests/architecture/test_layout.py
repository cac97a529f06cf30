"""The house stands as docs/ARCHITECTURE.md says."""

from __future__ import annotations

import ast
import io
import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import global_settings
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


def _changes_a_state(node: ast.AST) -> bool:
    """An assignment to .state or .status, .update(state=…), or SQL that sets a state."""
    if isinstance(node, ast.Assign | ast.AugAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return any(isinstance(t, ast.Attribute) and t.attr in ("state", "status") for t in targets)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "update":
        return any(keyword.arg in ("state", "status") for keyword in node.keywords)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.search(r"\bUPDATE\b[^;]*\bSET\b[^;]*\bstate\b\s*=", node.value, re.S) is not None
    return False


def test_states_are_assigned_by_move_alone():
    """CO1. A line that needs another way says `CO1:` with its reason, on itself or on one of the two before."""
    found = []
    for path in OUR_CODE:
        if "migrations" in path.parts or path.name in ("transitions.py", "jobs.py"):
            continue
        text = path.read_text()
        lines = text.splitlines()
        for node in ast.walk(ast.parse(text)):
            if _changes_a_state(node) and "CO1:" not in "\n".join(lines[max(0, node.lineno - 3) : node.lineno]):
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert found == []


def _code_at(home: str) -> str:
    """The text of a file, or of all files of a folder, named from the root or from platform/."""
    found = [path for top in (ROOT, ROOT / "platform") if (path := top / home).exists()]
    files = [file for path in found for file in ([path] if path.is_file() else path.rglob("*.py"))]
    return "\n".join(file.read_text() for file in files)


def _rules_quoted_in(text: str) -> set[str]:
    return set(re.findall(r"\b[A-Z]{2}\d+\b", text))


def test_every_rule_is_quoted_by_its_home_and_by_a_test():
    text = (ROOT / "docs" / "RULES.md").read_text()
    homes = re.findall(r"^\| ([A-Z]{2}\d+) \|.*\| `([^`]+)` \|$", text, re.M)
    rules = re.findall(r"^\| ([A-Z]{2}\d+) \|", text, re.M)
    assert len(rules) == len(set(rules)), "a rule id stands twice"
    assert [rule for rule, _ in homes] == rules, "a rule without a home in the last column"
    suites = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "frontend" / "src").rglob("*.test.ts*")]
    tested = _rules_quoted_in("\n".join(path.read_text() for path in suites))
    at_home = {home: _rules_quoted_in(_code_at(home)) for _, home in homes}
    missing_home = [(rule, home) for rule, home in homes if rule not in at_home[home]]
    missing_test = [rule for rule in rules if rule not in tested]
    assert (missing_home, missing_test) == ([], [])


def test_no_file_has_outgrown_its_purpose():
    long = {
        str(path.relative_to(ROOT)): count
        for path in OUR_CODE
        if "migrations" not in path.parts and (count := len(path.read_text().splitlines())) > 450
    }
    assert long == {}


def _names_in_settings(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.parse(path.read_text()).body:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if _is_typed(node) else []
        found |= {target.id for target in targets if isinstance(target, ast.Name) and target.id.isupper()}
    return found


def _is_typed(node: ast.stmt) -> bool:
    return isinstance(node, ast.AnnAssign)


def test_every_setting_and_variable_is_documented():
    documented = (ROOT / "docs" / "howto" / "change-settings.md").read_text()
    folder = ROOT / "platform" / "affectory" / "settings"
    libraries = ("CELERY_", "REST_FRAMEWORK", "SPECTACULAR_", "WHITENOISE_", "ROOT")
    ours = {
        name
        for name in _names_in_settings(folder / "base.py")
        if not hasattr(global_settings, name) and not name.startswith(libraries)
    }
    read = {
        name
        for path in folder.glob("*.py")
        for name in re.findall(r'env\.(?:str|list|bool|int)\("(\w+)"', path.read_text())
    }
    assert sorted(name for name in ours | read if f"`{name}`" not in documented) == []


def test_every_benchmark_says_how_it_is_run():
    told = (ROOT / "benchmarks" / "README.md").read_text()
    commands = [path for path in (ROOT / "benchmarks").glob("*.py") if "__main__" in path.read_text()]
    assert [path.name for path in commands if path.stem not in told] == []


def test_sql_by_hand_stays_where_a_figure_is_promised():
    """Decision 0061: whoever joins this list shows in benchmarks/ what it is needed for."""
    allowed = {
        "platform/affectory/core/audit.py",
        "platform/affectory/core/transitions.py",
        "platform/affectory/accounts/authentication.py",
        "platform/affectory/accounts/backends.py",
        "platform/affectory/accounts/selectors.py",
        "platform/affectory/accounts/sessions.py",
        "datasets/episodes/services/access.py",
        "datasets/observation/selectors.py",
        "annotation/questions/linking.py",
        "annotation/questions/queues.py",
        "annotation/questions/services/access.py",
        "annotation/questions/services/drafts.py",
        "annotation/reviews/selectors.py",
        "annotation/reviews/services/closing.py",
        "annotation/reviews/services/decisions.py",
        "annotation/reviews/services/leases.py",
        "annotation/reviews/services/seats.py",
        "annotation/reviews/subjects/episodes.py",
        "annotation/reviews/subjects/items.py",
    }
    users = {
        str(path.relative_to(ROOT))
        for path in OUR_CODE
        if re.search(r"^from (affectory\.core|\.)\.?rows import", path.read_text(), re.M)
    }
    assert users - allowed == set()
