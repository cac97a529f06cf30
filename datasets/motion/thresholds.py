from __future__ import annotations

from dataclasses import replace

from django.conf import settings

from datasets.motion.checks import Thresholds


def installed_thresholds() -> Thresholds:
    """The checks' own thresholds, where the installation's settings do not replace them."""
    usual = Thresholds()
    given = {
        name: replace(getattr(usual, name), warn=warn, fail=fail)
        for name, (warn, fail) in settings.MOTION_CHECK_LIMITS.items()
    }
    return replace(usual, **given)
