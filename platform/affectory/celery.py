"""The Celery application: queues, routes and the beat schedule."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "affectory.settings.development")

app = Celery("affectory")
app.config_from_object("django.conf:settings", namespace="CELERY")
