"""Reads about releases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet, Value
from django.db.models.functions import StrIndex

from affectory.accounts.models import Project, User
from affectory.core.canonical import canonical_json
from affectory.core.errors import GoneError, NotFoundError, moment
from affectory.core.models import Job
from export.access.domain import Reading
from export.access.selectors import (
    FACTS_COLUMNS,
    FACTS_FROM,
    FACTS_WIDTH,
    Asker,
    Standing,
    reading_of,
    standing_of,
)
from export.formats.domain import PROFILE_FIELDS
from export.formats.kinds import form_of
from export.releases.domain import Comparison, Difference, ReleaseState, RowKey, Version, parse_version
from export.releases.kinds import Material, kind_of
from export.releases.kinds.sameness import sameness_of
from export.releases.models import (
    FileTombstone,
    Release,
    ReleaseProfile,
    ReleaseRow,
    RowTombstone,
)
from export.releases.plan import Bundle, Findings, Placement, ProjectFacts, ReleasePlan, place, plan_release
from export.releases.rows import UnwritableRow
from export.splits.domain import SplitPolicy

_AT_ONCE = 2000
HIDDEN_SPLIT = "test"


def releases_visible_to(user: User, project: Project) -> QuerySet[Release]:
    """RL13: what the reading of somebody gives, drafts to maintainers alone. Highest version first."""
    return releases_for(reading_of(user, project), project)


def releases_for(reading: Reading, project: Project) -> QuerySet[Release]:
    found = Release.objects.filter(project=project).order_by("-major", "-minor", "-patch")
    if reading is Reading.ALL:
        return found
    if reading is Reading.FROZEN:
        return found.filter(state=ReleaseState.FROZEN)
    if reading is Reading.PUBLISHED:
        return found.filter(published_at__isnull=False)
    return found.none()


def release_for(user: User, project: Project, version: str, reading: Reading | None = None) -> Release:
    """One visible release by its version ("v0.1.0" and "0.1.0" are the same).

    RL46: to all but maintainers, one that was withdrawn is gone.
    """
    reading = reading or reading_of(user, project)
    numbers = parse_version(version)
    release = None
    if numbers is not None:
        visible = releases_for(reading, project).select_related("withdrawal", "created_by")
        release = visible.filter(major=numbers.major, minor=numbers.minor, patch=numbers.patch).first()
    if release is None:
        raise NotFoundError(f"There is no release {version!r} here that you can read.", code="release.not_found")
    if reading is not Reading.ALL:
        check_not_withdrawn(release)
    release.project = project
    return release


def frozen_release_for(user: User, project: Project, version: str, reading: Reading | None = None) -> Release:
    """A visible release whose rows can be read: neither a draft nor withdrawn."""
    release = release_for(user, project, version, reading)
    check_not_withdrawn(release)
    if release.state != ReleaseState.FROZEN:
        raise NotFoundError(
            f"Release {release.version} is {release.state} and has no rows to read yet.", code="release.not_frozen"
        )
    return release


def check_not_withdrawn(release: Release) -> None:
    if hasattr(release, "withdrawal"):
        raise GoneError(withdrawn(release.version, release.withdrawal.reason), code="release.withdrawn")


def withdrawn(version: str, reason: str) -> str:
    """RL46: the sentence that stands wherever the release was."""
    return f"Release {version} was withdrawn: {reason}"


def file_gone(version: str, path: str, sentence: str) -> str:
    """WD7: the sentence that stands wherever a file was that held something of what was withdrawn."""
    return f"{path} of release {version} held material that was withdrawn, and is served no more: {sentence}"


def withdrawn_parts(release: Release) -> dict[str, Any]:
    """What of a frozen release is served no more, and why."""
    rows = RowTombstone.objects.filter(row__release=release)
    files = FileTombstone.objects.filter(file__release=release)
    told = {*rows.values_list("at", "sentence").distinct(), *files.values_list("at", "sentence").distinct()}
    return {
        "rows": rows.count(),
        "files": files.count(),
        "reasons": [{"at": at, "sentence": sentence} for at, sentence in sorted(told)],
    }


class SplitRows(NamedTuple):
    """Rows of a split; how many, unless they are filtered; and the size of the file that holds all of them."""

    rows: QuerySet[ReleaseRow]
    total: int | None
    size: int | None


def split_rows(release: Release, split: str, filters: Mapping[str, str]) -> SplitRows:
    """The rows of one split whose fields have these values (RL53)."""
    counts = release.counts_by_split()
    if release.state != ReleaseState.FROZEN or split not in counts:
        known = ", ".join(counts) if release.state == ReleaseState.FROZEN else "none before it is frozen"
        raise NotFoundError(
            f"Release {release.version} has no split {split!r}; it has {known}.", code="release.split_not_found"
        )
    rows = ReleaseRow.objects.filter(release=release, split=split).select_related("written")
    for n, (field, value) in enumerate(filters.items()):
        # A line is canonical: the pair stands in it in this spelling or not at all, for a quote in a text is escaped.
        pair = (canonical_json(field) + b":" + canonical_json(value)).decode()
        rows = rows.alias(**{f"at_{n}": StrIndex("written__line", Value(pair))}).filter(**{f"at_{n}__gt": 0})
    size = release.files.filter(path=f"data/{split}.jsonl").values_list("size", flat=True).first()
    return SplitRows(rows.only("position", "written__line"), None if filters else counts[split], size)


class ReadableFile(NamedTuple):
    """What is needed to send a file of a frozen release. ``gone``: why it is not sent any more (WD7), or None."""

    version: str
    path: str
    sha256: str
    size: int
    media_type: str
    gone: str | None = None


class FileAnswer(NamedTuple):
    """What somebody may read of the project, and the file if it is there for them; why not, if it was withdrawn."""

    standing: Standing
    file: ReadableFile | None
    withdrawn: str


def readable_file(person: Asker, slug: str, version: str, path: str) -> FileAnswer | None:
    """RL13 in one statement; None if there is no such project.

    Files are asked for more often than everything else together, and building this statement anew would cost more
    than running it; so it is written out.
    """
    numbers = parse_version(version)
    asked = {"major": -1, "minor": -1, "patch": -1} if numbers is None else numbers._asdict()
    with connection.cursor() as cursor:
        cursor.execute(_READABLE_FILE, {**person.parameters(), **asked, "slug": slug, "path": path})
        row = cursor.fetchone()
    if row is None:
        return None
    standing = standing_of(person, row[:FACTS_WIDTH])
    is_published, reason, *file = row[FACTS_WIDTH:]
    is_open = is_published or standing.reading in (Reading.ALL, Reading.FROZEN)
    if numbers is None or is_published is None or not standing.reading.gives_files or not is_open:
        return FileAnswer(standing, None, "")
    if reason is not None:
        return FileAnswer(standing, None, withdrawn(str(numbers), reason))
    readable = None if file[0] is None else ReadableFile(str(numbers), *file)
    if readable is not None and readable.gone is not None:
        return FileAnswer(standing, None, file_gone(readable.version, readable.path, readable.gone))
    return FileAnswer(standing, readable, "")


_READABLE_FILE = f"""
SELECT {FACTS_COLUMNS}, CASE WHEN r.id IS NULL THEN NULL ELSE r.published_at IS NOT NULL END,
       w.reason, f.path, f.sha256, f.size, f.media_type, d.sentence
FROM {FACTS_FROM}
LEFT JOIN releases_release r ON r.project_id = accounts_project.id AND r.state = 'frozen'
     AND r.major = %(major)s AND r.minor = %(minor)s AND r.patch = %(patch)s
LEFT JOIN releases_withdrawal w ON w.release_id = r.id
LEFT JOIN releases_releasefile f ON f.release_id = r.id AND f.path = %(path)s
LEFT JOIN releases_filetombstone d ON d.file_id = f.id
WHERE accounts_project.slug = %(slug)s
"""  # noqa: S608  names of ours


def gated(slug: str) -> str:
    return f"Access to this project is given on request. Read the terms and ask at /open/{slug}."


def latest_frozen(project: Project) -> Release | None:
    """The highest frozen version."""
    frozen = Release.objects.filter(project=project, state=ReleaseState.FROZEN)
    return frozen.order_by("-major", "-minor", "-patch").first()


def rulings_of(project: Project) -> QuerySet[Any]:
    """SP10: what was ruled about things that are alike, for maintainers."""
    rulings = kind_of(project).alike.rulings
    return rulings._default_manager.filter(project=project).select_related("first", "second", "created_by", "project")


def hides_test_answers(project: Project) -> bool:
    return ReleaseProfile.objects.filter(project=project, hides_test_answers=True).exists()


def hidden_splits(project: Project, release: Release | None = None) -> tuple[str, ...]:
    """RL20: the splits whose reserved fields are kept back: decided here and nowhere else. What was hidden when a
    release was pinned stays so, and what is hidden meanwhile is hidden as well."""
    pinned = release.header.get("hidden", []) if release is not None else []
    hides = bool(form_of(project.kind).reserved) and hides_test_answers(project)
    return tuple(sorted({*pinned, *([HIDDEN_SPLIT] if hides else [])}))


def profile_of(project: Project) -> dict[str, str]:
    """The profile's fields; all empty if nobody has written one."""
    profile = ReleaseProfile.objects.filter(project=project).first()
    return profile.as_dict() if profile is not None else dict.fromkeys(PROFILE_FIELDS, "")


def preview(project: Project, *, version: Version | None, notes: str, policy: SplitPolicy, seed: int) -> ReleasePlan:
    """What a release would hold right now. Rows are compared with the last release one by one and never kept."""
    material = kind_of(project).material(project)
    bundles = material.kept()
    placement = place(bundles, policy=policy, seed=seed, pins=material.earlier_pins())
    base = latest_frozen(project)
    going = sum(bundle.rows for bundle in placement.bundles)
    changes = _compare_kept(material, placement, base) if base else Difference(base=None, added=going)
    return plan_release(
        facts=_facts(project, base, hidden_splits(project)),
        bundles=bundles,
        placement=placement,
        changes=changes,
        version=version,
        notes=notes,
        policy=policy,
        seed=seed,
        findings=Findings(duplicates=material.duplicates(placement.bundles)),
    )


def plan_of_pins(
    release: Release,
    placement: Placement,
    left_out: Sequence[Bundle],
    policy: SplitPolicy,
    *,
    changes: Difference | None = None,
    findings: Findings | None = None,
) -> ReleasePlan:
    """The plan of a release whose rows are pinned, from the bundles that these rows are in."""
    return plan_release(
        facts=_facts(
            release.project, latest_frozen(release.project), hidden_splits(release.project, release), freezing=False
        ),
        bundles=[*placement.bundles, *left_out],
        placement=placement,
        changes=changes or changes_of_pins(release),
        version=release.version_numbers,
        notes=release.notes,
        policy=policy,
        seed=release.seed,
        findings=findings,
    )


def changes_of_pins(release: Release) -> Difference:
    """What the pinned ids alone say about the last release: what was added and removed, labels and splits."""
    base = latest_frozen(release.project)
    if base is None:
        return Difference(base=None, added=release.rows.count())
    with connection.cursor() as cursor:
        cursor.execute(_CHANGES_OF_PINS, [base.pk, release.pk])
        added, removed, label, split = cursor.fetchone()
    return Difference(base=base.version, added=added, removed=removed, changed={"label": label, "split": split})


_CHANGES_OF_PINS = """
SELECT count(*) FILTER (WHERE o.id IS NULL), count(*) FILTER (WHERE n.id IS NULL),
       count(*) FILTER (WHERE n.label <> o.label), count(*) FILTER (WHERE n.label = o.label AND n.split <> o.split)
FROM (SELECT * FROM releases_releaserow WHERE release_id = %s) o
FULL JOIN (SELECT * FROM releases_releaserow WHERE release_id = %s) n ON n.subject_id = o.subject_id
"""


def row_keys(release: Release | None) -> Iterator[tuple[str, RowKey]]:
    """(id, key) of every row of a frozen release in ascending order; nothing without a release."""
    if release is None:
        return
    rows = ReleaseRow.objects.filter(release=release).order_by("subject_id")
    name_path = kind_of(release.project).name_path
    columns = rows.values_list("subject_id", "written__row_sha256", "label", "split", name_path)
    for subject, digest, label, split, name in columns.iterator(chunk_size=_AT_ONCE):
        yield str(subject), RowKey(digest, label, split, str(name))


def _compare_kept(material: Material, placement: Placement, base: Release) -> Difference:
    """Row by row; rows that are surely the same are left out on both sides (RL55)."""
    same = sameness_of(material)
    unlike = None if same is None else same.unlike(placement, base)
    with transaction.atomic():  # server-side cursors without WITH HOLD, which would copy everything first
        if same is None or unlike is None:
            comparison = Comparison(base.version, row_keys(base))
            rows = material.rows(placement, base.version, hidden_splits(base.project))
        else:
            comparison = Comparison(base.version, ((str(row), key) for row, key in unlike.items() if key is not None))
            rows = same.rows(placement, base.version, unlike)
        for row in rows:
            if not isinstance(row, UnwritableRow):  # the freeze names them
                comparison.add(row.id, RowKey(row.row_sha256, row.label, row.split, row.name))
        return comparison.result()


def _facts(project: Project, base: Release | None, hidden: tuple[str, ...], *, freezing: bool = True) -> ProjectFacts:
    numbers = Release.objects.filter(project=project, state=ReleaseState.FROZEN).values_list(
        "major", "minor", "patch"
    )
    kind = kind_of(project)
    return ProjectFacts(
        slug=project.slug,
        name=project.name,
        kind=project.kind,
        is_synthetic=project.is_synthetic,
        profile=profile_of(project),
        states=kind.states(project),
        removal_reasons=kind.removal_reasons(project),
        agreement=kind.agreement(project),
        base=None if base is None else base.version,
        frozen_versions=tuple(Version(*triple) for triple in numbers),
        terms=kind.terms,
        protocol=kind.protocol(project),
        freezing=freezing_now(project) if freezing else None,
        hidden=hidden,
    )


def freezing_now(project: Project) -> str | None:
    """Which release is being frozen, for whom, since when and until when at the latest."""
    release = Release.objects.filter(project=project, state=ReleaseState.FREEZING).first()
    if release is None or release.deadline_at is None or release.pinned_at is None:
        return None
    job = Job.objects.filter(pk=release.job_id or UUID(int=0)).select_related("actor").first()
    person = job.actor if job is not None and job.actor is not None else release.created_by
    return (
        f"{release.version} is being frozen for {person} since {moment(release.pinned_at)}, "
        f"until {moment(release.deadline_at)} at the latest"
    )
