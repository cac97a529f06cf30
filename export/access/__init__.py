"""Who may read a project's releases, on which terms, how much a day, and what was fetched."""
