#!/usr/bin/env python
"""Entry point for Django's commands. The settings module comes from the environment, else development."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "affectory.settings.development")
    from affectory.embedded import provide_servers

    provide_servers(sys.argv)
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
