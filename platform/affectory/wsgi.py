"""WSGI entry point for gunicorn."""

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "affectory.settings.production")

application = get_wsgi_application()
# Every view is loaded before the first request, and what is loaded is never collected: looking through it again and
# again is a tenth to a third of what a list costs, and would make copies of the pages that workers share.
_ = get_resolver().url_patterns
gc.collect()
gc.freeze()
