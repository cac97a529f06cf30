"""Subtitle files, read without losing or moving anything in silence. Pure."""

from .model import Cue, Note, NoteKind, SubtitleError, SubtitleTrack
from .reading import read_subtitles

__all__ = ["Cue", "Note", "NoteKind", "SubtitleError", "SubtitleTrack", "read_subtitles"]
