"""A server behind HTTPS. DATABASE_URL, BROKER_URL, SECRET_KEY and ALLOWED_HOSTS come from the environment."""

from django.core.exceptions import ImproperlyConfigured

from .base import *
from .base import SECRET_KEY, env

if not SECRET_KEY:
    raise ImproperlyConfigured("Set SECRET_KEY to a long random text before starting in production.")

SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_SECONDS = 3600
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
