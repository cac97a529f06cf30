"""Questions on clips and episodes: the ten-field item, its rules and its way in and out."""
