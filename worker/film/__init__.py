"""The demo's own film: two mannequins in the generated apartment, sound, subtitles and questions."""
