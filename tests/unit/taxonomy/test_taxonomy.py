import pytest

from annotation.taxonomy import catalogue
from annotation.taxonomy.domain import Edition, Label, TaxonomyError, UnknownLabelError, Vocabulary
from datasets.motion.domain.labels import FIVE_LABELS

# The categories of EMOTIC in their published order.
EMOTIC = [
    "peace",
    "affection",
    "esteem",
    "anticipation",
    "engagement",
    "confidence",
    "happiness",
    "pleasure",
    "excitement",
    "surprise",
    "sympathy",
    "doubt/confusion",
    "disconnection",
    "fatigue",
    "embarrassment",
    "yearning",
    "disapproval",
    "aversion",
    "annoyance",
    "anger",
    "sensitivity",
    "sadness",
    "disquietment",
    "fear",
    "pain",
    "suffering",
]


def test_the_26_categories_in_order_each_with_a_definition():
    vocabulary = catalogue.vocabulary()
    assert list(vocabulary.ids) == EMOTIC
    assert len({label.definition for label in vocabulary.labels}) == 26


def test_the_five_classes_are_those_of_the_motions():
    assert set(catalogue.vocabulary(catalogue.FIVE_CLASSES).ids) == set(FIVE_LABELS)


@pytest.mark.parametrize("given", ["Doubt/Confusion", "doubt/confusion", " DOUBT / confusion "])
def test_tx1_case_and_blanks_do_not_matter(given):
    """TX1."""
    assert catalogue.vocabulary().require(given).id == "doubt/confusion"


@pytest.mark.parametrize(
    ("given", "suggestions"),
    [
        ("doubt", ("doubt/confusion",)),
        ("confusion", ("doubt/confusion",)),
        ("hapiness", ("happiness",)),
        ("joy", ()),
        ("", ()),
        ("/", ()),
    ],
)
def test_tx1_a_label_outside_is_refused_with_the_nearest_ones(given, suggestions):
    """TX1."""
    with pytest.raises(UnknownLabelError) as refused:
        catalogue.vocabulary().require(given)
    assert refused.value.suggestions == suggestions


def test_a_picker_finds_labels_by_name_first_and_then_by_definition():
    found = [label.id for label in catalogue.vocabulary().search("con")]
    assert found[:2] == ["confidence", "doubt/confusion"]
    assert "peace" in found  # "Calm and content"
    assert [label.id for label in catalogue.vocabulary().search("jealousy")] == ["yearning"]


def test_tx2_an_edition_has_a_digest_and_a_changed_one_is_not_loaded(monkeypatch):
    """TX2."""
    edition = catalogue.vocabulary().edition
    assert (edition.id, edition.version, len(edition.sha256)) == ("emotic-26", 1, 64)
    monkeypatch.setitem(catalogue.PUBLISHED, ("emotic-26", 1), "0" * 64)
    with pytest.raises(TaxonomyError, match="make a new version"):
        catalogue._load("emotic-26", 1, "vocabulary")


def test_an_unknown_edition_or_version_lists_the_known_ones():
    with pytest.raises(TaxonomyError, match="emotic-26, five-classes"):
        catalogue.vocabulary("emotic-27")
    with pytest.raises(TaxonomyError, match="there are 1"):
        catalogue.vocabulary("emotic-26", 9)


def test_rubric_families_have_the_scales_of_the_format():
    found = {family.id: sorted(family.scores) for family in catalogue.rubrics().families}
    assert found == {"result": [0, 1], "trajectory": [0, 1, 2, 3, 4], "causal": [0, 1, 2, 3]}
    assert catalogue.rubrics().family("trajectory").max_score == 4
    with pytest.raises(TaxonomyError, match="result, trajectory, causal"):
        catalogue.rubrics().family("style")


def test_a_vocabulary_with_a_label_twice_is_refused():
    edition = Edition("x", 1, "0" * 64)
    with pytest.raises(TaxonomyError):
        Vocabulary(edition, "x", (Label("a", "A", "one"), Label("a", "A ", "two")))


def test_guidelines_cover_five_tasks_of_clips_and_three_of_episodes():
    tasks = catalogue.guidelines().tasks
    assert [task.granularity for task in tasks].count("clip") == 5
    assert [task.granularity for task in tasks].count("episode") == 3
    trajectory = catalogue.guidelines().task("episode", "emotion trajectory")
    assert trajectory.general != catalogue.guidelines().task("clip", "emotion trajectory").general
    assert all(task.points and task.summary for task in tasks)
