"""Speed figures, each with the command that makes it. CPU time, not wall time: the machine may be busy."""
