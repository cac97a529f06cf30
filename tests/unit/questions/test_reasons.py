import re
from pathlib import Path

import annotation.questions
from annotation.questions.domain.judging import judge
from annotation.questions.domain.lints import LINTS
from annotation.questions.domain.reasons import REASONS, reason_of
from annotation.questions.judging import told_problems
from tests.factories.items import content_of
from tests.unit.questions.examples import clip
from tests.unit.questions.test_judging import VOCABULARY, known

CODE = Path(annotation.questions.__file__).parent


def test_every_objection_says_why():
    """QU106: every lint, and every rule that the code objects by."""
    objected = {
        rule
        for path in CODE.rglob("*.py")
        for rule in re.findall(r'"(QU\d+)"', path.read_text(encoding="utf-8"))
        if path.name != "reasons.py"
    }
    assert objected >= set(LINTS)
    assert sorted(objected - set(REASONS)) == []


def test_a_reason_is_a_sentence_and_not_what_another_rule_says():
    """QU106."""
    assert len(set(REASONS.values())) == len(REASONS)
    for reason in REASONS.values():
        assert re.fullmatch(r"[A-Z].{20,118}\.", reason), reason
        assert not re.search(r"\bQU\d|_|\[|null|JSON list", reason), reason


def test_the_writer_is_told_the_reason_with_the_problem():
    """QU106."""
    record = clip(source={"from": "a", "segments": None})
    problems = judge(content_of(record), known(record), VOCABULARY).problems
    told = [(problem["rule"], problem["reason"]) for problem in told_problems(problems)]
    assert ("QU33", REASONS["QU33"]) in told
    assert reason_of("QU0") == ""
