"""Questions about videos: items, their drafts and their revisions; the ten-field format in and out."""
