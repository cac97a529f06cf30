"""Everything about motions that is pure: no Django, no clock, no random, no I/O."""
