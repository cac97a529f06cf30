"""What everything that people bring in has in common: an import of motions, a registration of videos, an import of
items. No app of its own: it has no tables."""
