"""The words in which people answer: vocabularies, rubric families and guidelines, as versioned data."""
