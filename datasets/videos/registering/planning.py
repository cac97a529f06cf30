"""Which file goes with which line and which subtitles with which video: the skeleton of a registration's report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from datasets.intake.files import FileIndex, SourceFile
from datasets.intake.manifest import Manifest
from datasets.intake.mapping import Problem
from datasets.intake.text import shown
from datasets.videos.domain import RegistrationOutcome, RowKind, is_language_tag
from datasets.videos.registering.mapping import Field, VideoFields, VideoMapping, read_row
from datasets.videos.registering.sniffing import VIDEO_ENDINGS, FileKind, Sniffed

_NO_LANGUAGES = {"sdh", "cc", "hi", "sub", "subs"}
"""What stands where a language may stand and says who the subtitles are for ("hi": hearing impaired, not Hindi)."""


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """One report line. PENDING rows are still to be carried out; every other one is finished here. ``of`` is the
    path of the video that subtitles belong to: one of this registration, or one that is in the project already."""

    kind: RowKind
    file: str
    outcome: RegistrationOutcome
    line: int | None = None
    reason: str = ""
    field: str = ""
    source: SourceFile | None = None
    video: VideoFields | None = None
    of: str = ""
    language: str = ""
    label: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(slots=True)
class _Plan:
    kinds: Mapping[str, Sniffed]
    index: FileIndex
    rows: list[PlannedRow] = field(default_factory=list)
    claimed: set[str] = field(default_factory=set)
    contents: dict[str, str] = field(default_factory=dict)
    ids: dict[str, int | None] = field(default_factory=dict)
    videos: dict[tuple[str, str], str] = field(default_factory=dict)
    """(folder, name without its ending) → the video's path."""
    known: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """The same for the videos that are in the project already; and by the name alone, where only one has it."""

    def refuse(
        self, file: str, line: int | None, reason: str, column: str = "", kind: RowKind = RowKind.VIDEO
    ) -> None:
        here = f"line {line}: " if line is not None else ""
        self.rows.append(PlannedRow(kind, file, RegistrationOutcome.REFUSED, line, here + reason, column))


def plan_registration(
    files: Sequence[SourceFile],
    kinds: Mapping[str, Sniffed],
    manifest: Manifest | None,
    mapping: VideoMapping,
    defaults: Mapping[str, Any],
    known: Collection[str] = (),
) -> tuple[PlannedRow, ...]:
    """VI42: every manifest line and every file ends up in exactly one row, subtitles below their video. ``known``:
    the paths of videos that are in the project already, for subtitles that come after their video."""
    files, doubles = _without_doubles(files)
    plan = _Plan(kinds, FileIndex(files), known=_by_stem(known))
    named: list[tuple[str, str, int]] = []
    if manifest is None:
        for source in files:
            if not source.refusal and kinds[source.path].kind is FileKind.VIDEO:
                _take_video(plan, source, VideoFields(source.path), None, mapping, defaults, ())
    else:
        for line in manifest.rows:
            _take_line(plan, line, mapping, defaults, named)
    for path, word, line_number in named:
        _take_named_subtitles(plan, path, word, line_number, mapping)
    for source in files:
        if source.path not in plan.claimed:
            _take_rest(plan, source, with_manifest=manifest is not None)
    for path in doubles:
        plan.refuse(path, None, f"{path} was sent twice; the first one was taken", Field.FILE, RowKind.OTHER)
    return _in_order(plan.rows)


def subtitles_name(name: str, stem: str) -> tuple[str, str]:
    """Language and label out of what stands between a video's name and the ending: "film.en.sdh.vtt" beside
    "film.mp4" is en, sdh."""
    parts = [part for part in name.rsplit(".", 1)[0][len(stem) :].split(".") if part]
    for place, part in enumerate(parts):
        if is_language_tag(part) and part.casefold() not in _NO_LANGUAGES:
            return part, " ".join(parts[:place] + parts[place + 1 :])
    return "", " ".join(parts)


def _without_doubles(files: Sequence[SourceFile]) -> tuple[list[SourceFile], list[str]]:
    kept: dict[str, SourceFile] = {}
    doubles = [source.path for source in files if kept.setdefault(source.path, source) is not source]
    return list(kept.values()), doubles


def _take_line(
    plan: _Plan, line: Any, mapping: VideoMapping, defaults: Mapping[str, Any], named: list[tuple[str, str, int]]
) -> None:
    column = mapping.column(Field.FILE)
    read = read_row(line, mapping)
    if isinstance(read, Problem):
        written = line.values.get(column, "")
        meant, _ = plan.index.find(written)
        if meant is not None:
            plan.claimed.add(meant.path)
        plan.refuse(written, line.line, read.message, read.field)
        return
    found, remark = plan.index.find(read.file)
    if found is None:
        plan.refuse(read.file, line.line, remark, column)
        return
    if found.path in plan.claimed:
        plan.refuse(found.path, line.line, f"{shown(found.path)} is named on an earlier line; keep one", column)
        return
    plan.claimed.add(found.path)
    sniffed = plan.kinds.get(found.path)
    if found.refusal or sniffed is None:
        plan.refuse(found.path, line.line, f"{found.path} {found.refusal}", column)
        return
    if sniffed.kind is not FileKind.VIDEO:
        words = sniffed.words or "holds subtitles; name the video here and the subtitles in its column subtitles"
        plan.refuse(found.path, line.line, f"{found.path} {words}", column)
        return
    warnings = (remark,) if remark else ()
    if _take_video(plan, found, read, line.line, mapping, defaults, warnings):
        named.extend((found.path, word, line.line) for word in read.subtitles)


def _take_video(
    plan: _Plan,
    source: SourceFile,
    read: VideoFields,
    line: int | None,
    mapping: VideoMapping,
    defaults: Mapping[str, Any],
    warnings: tuple[str, ...],
) -> bool:
    """VI47: one file, one content and one id come in once."""
    plan.claimed.add(source.path)
    same = plan.contents.get(source.sha256)
    if same is not None:
        plan.refuse(
            source.path,
            line,
            f"{shown(source.path)} is byte for byte the same as {shown(same)}; keep one",
            mapping.column(Field.FILE),
        )
        return False
    if read.external_id is not None and read.external_id in plan.ids:
        earlier = plan.ids[read.external_id]
        plan.refuse(
            source.path,
            line,
            f"the id {shown(read.external_id)} is already used on line {earlier}; give each video its own",
            mapping.column(Field.EXTERNAL_ID),
        )
        return False
    plan.contents[source.sha256] = source.path
    if read.external_id is not None:
        plan.ids[read.external_id] = line
    folder, name = _parted(source.path)
    plan.videos.setdefault((folder, _stem(name)), source.path)
    here = f"line {line}: " if line is not None else ""
    plan.rows.append(
        PlannedRow(
            RowKind.VIDEO,
            source.path,
            RegistrationOutcome.PENDING,
            line,
            source=source,
            video=read.with_defaults(defaults),
            warnings=tuple(here + words for words in (*warnings, *read.doubts)),
        )
    )
    return True


def _take_named_subtitles(plan: _Plan, video: str, word: str, line: int, mapping: VideoMapping) -> None:
    """``word`` is a file name, or a language and a file name: "en=film.vtt"."""
    column = mapping.column(Field.SUBTITLES)
    language, separator, name = word.partition("=")
    if not separator or not is_language_tag(language.strip()):
        language, name = "", word
    folder, _ = _parted(video)
    found, remark = plan.index.find(f"{folder}/{name.strip()}" if folder else name.strip())
    if found is None:
        found, remark = plan.index.find(name.strip())
    if found is None:
        plan.refuse(word, line, remark, column, RowKind.SUBTITLES)
        return
    sniffed = plan.kinds.get(found.path)
    if found.refusal or sniffed is None or sniffed.kind is not FileKind.SUBTITLES:
        words = found.refusal or "is no subtitle file by its name; .srt, .vtt and .ass are read"
        plan.refuse(found.path, line, f"{found.path} {words}", column, RowKind.SUBTITLES)
        plan.claimed.add(found.path)
        return
    if found.path in plan.claimed:
        plan.refuse(found.path, line, f"{shown(found.path)} is named twice; keep one", column, RowKind.SUBTITLES)
        return
    own = _stem(_parted(video)[1])
    by_name = subtitles_name(_parted(found.path)[1], own) if _parted(found.path)[1].startswith(own) else ("", "")
    _take_subtitles(plan, found, video, language.strip() or by_name[0], by_name[1], line)


def _take_rest(plan: _Plan, source: SourceFile, *, with_manifest: bool) -> None:
    """What no line names: subtitles may lie beside a video; all else is left out with a reason."""
    if source.refusal:
        plan.refuse(source.path, None, f"{source.path} {source.refusal}", Field.FILE, RowKind.OTHER)
        return
    sniffed = plan.kinds[source.path]
    if sniffed.kind is FileKind.SUBTITLES:
        video, stem = _video_of(plan, source.path)
        if video:
            language, label = subtitles_name(_parted(source.path)[1], stem)
            _take_subtitles(plan, source, video, language, label, None)
            return
        reason = f"{source.path} lies beside no video of that name; add it on its video's page"
        plan.rows.append(PlannedRow(RowKind.SUBTITLES, source.path, RegistrationOutcome.EXCLUDED, reason=reason))
    elif sniffed.kind is FileKind.VIDEO:
        reason = f"{source.path} is not in the manifest; add a line for it to bring it in"
        plan.rows.append(PlannedRow(RowKind.VIDEO, source.path, RegistrationOutcome.EXCLUDED, reason=reason))
    elif sniffed.kind is FileKind.PLAYLIST or _ends_like_a_video(source.path):
        advice = "" if ";" in sniffed.words or "," in sniffed.words else "; send the video itself"
        plan.refuse(source.path, None, f"{source.path} {sniffed.words}{advice}", Field.FILE)
    else:
        reason = f"{source.path} was left out: it {sniffed.words}"
        plan.rows.append(PlannedRow(RowKind.OTHER, source.path, RegistrationOutcome.EXCLUDED, reason=reason))


def _take_subtitles(plan: _Plan, source: SourceFile, video: str, language: str, label: str, line: int | None) -> None:
    plan.claimed.add(source.path)
    plan.rows.append(
        PlannedRow(
            RowKind.SUBTITLES,
            source.path,
            RegistrationOutcome.PENDING,
            line,
            source=source,
            of=video,
            language=language,
            label=label,
        )
    )


def _video_of(plan: _Plan, path: str) -> tuple[str, str]:
    """The video that subtitles of this path belong to, and how much of their name is the video's. The longest name
    decides; a video of this registration comes before one that is here already."""
    folder, name = _parted(path)
    stem = _stem(name)
    while True:
        for found in (plan.videos.get((folder, stem)), plan.known.get((folder, stem)), plan.known.get(("*", stem))):
            if found is not None:
                return found, stem
        if "." not in stem:
            return "", ""
        stem = _stem(stem)


def _by_stem(paths: Collection[str]) -> dict[tuple[str, str], str]:
    """No folder is called "*"; under it stand the names that only one path has."""
    found: dict[tuple[str, str], str] = {}
    times = Counter(_stem(_parted(path)[1]) for path in paths)
    for path in paths:
        folder, name = _parted(path)
        found.setdefault((folder, _stem(name)), path)
        if times[_stem(name)] == 1:
            found[("*", _stem(name))] = path
    return found


def _in_order(rows: Sequence[PlannedRow]) -> tuple[PlannedRow, ...]:
    videos = {row.file for row in rows if row.kind is RowKind.VIDEO and row.outcome is RegistrationOutcome.PENDING}
    below: dict[str, list[PlannedRow]] = {}
    for row in rows:
        if row.of in videos:
            below.setdefault(row.of, []).append(row)
    ordered: list[PlannedRow] = []
    for row in rows:
        if row.of in videos:
            continue
        ordered.append(row)
        if row.kind is RowKind.VIDEO and row.outcome is RegistrationOutcome.PENDING:
            ordered.extend(below.get(row.file, ()))
    return tuple(ordered)


def _ends_like_a_video(path: str) -> bool:
    return "." in path and path.rsplit(".", 1)[-1].casefold() in VIDEO_ENDINGS


def _parted(path: str) -> tuple[str, str]:
    folder, _, name = path.rpartition("/")
    return folder, name


def _stem(name: str) -> str:
    return name.rsplit(".", 1)[0]
