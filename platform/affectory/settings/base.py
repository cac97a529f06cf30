"""Settings shared by all installations. The environment is read in this package and nowhere else."""

from pathlib import Path

import environ
from django.conf import global_settings

env = environ.Env()

ROOT = Path(__file__).resolve().parents[3]
STATE_DIR = Path(env.str("AFFECTORY_STATE", default=str(ROOT / ".state"))).resolve()
"""Where the embedded servers keep their data and where storage lies unless AFFECTORY_STORAGE says otherwise."""

SECRET_KEY = env.str("SECRET_KEY", default="")
DEBUG = False
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "rest_framework",
    "drf_spectacular",
    "django_filters",
    "affectory.core",
    "affectory.api",
    "affectory.accounts",
    "affectory.inbox",
    "affectory.browsing",
    "affectory.endpoints",
    "datasets.motion",
    "datasets.scenes",
    "datasets.episodes",
    "datasets.observation",
    "datasets.videos",
    "annotation.reviews",
    "annotation.agreement",
    "annotation.rubrics",
    "annotation.watching",
    "annotation.questions",
    "annotation.drafting",
    "annotation.comments",
    "export.access",
    "export.mirror",
    "export.releases",
    "export.hub",
    "export.withdrawals",
    "worker",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "affectory.api.middleware.refuse_nul",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
]

ROOT_URLCONF = "affectory.urls"
WSGI_APPLICATION = "affectory.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# --- Database -------------------------------------------------------------------------------------
DATABASE_URL = env.str("DATABASE_URL", default=f"postgres:///affectory?host={STATE_DIR}/run&user=affectory")
EMBEDDED_DATABASE = "DATABASE_URL" not in env.ENVIRON
EMBEDDED_BROKER = "BROKER_URL" not in env.ENVIRON
"""Whether this installation's processes provide the servers themselves (affectory.embedded)."""
DATABASES = {"default": {**env.db_url_config(DATABASE_URL), "CONN_MAX_AGE": 60, "ATOMIC_REQUESTS": False}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- People ---------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["affectory.accounts.backends.PasswordBackend"]
SESSION_ENGINE = "affectory.accounts.sessions"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
LOGIN_ATTEMPTS = 10
"""Failed logins per name and address before further tries are refused."""
LOGIN_ATTEMPTS_WINDOW_S = 300
TOKEN_DEFAULT_DAYS = 90
TOKEN_MAX_DAYS = 366

# --- Mail -----------------------------------------------------------------------------------------
SITE_URL = env.str("SITE_URL", default="http://127.0.0.1:8000")
"""Where people reach this site: what links in mails begin with."""
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", default="affectory@localhost")


def _mailer(url: str) -> dict[str, object]:
    """smtp://user:password@host:587, smtp+tls://…, smtp+ssl://…, filemail:///folder, or consolemail:// (the log)."""
    given = env.email_url_config(url)
    names = {
        "EMAIL_HOST": "host",
        "EMAIL_PORT": "port",
        "EMAIL_HOST_USER": "username",
        "EMAIL_HOST_PASSWORD": "password",
        "EMAIL_USE_TLS": "use_tls",
        "EMAIL_USE_SSL": "use_ssl",
    }
    options: dict[str, object] = {}
    if given["EMAIL_BACKEND"].endswith("smtp.EmailBackend"):
        options = {option: given[name] for name, option in names.items() if given.get(name)} | {"timeout": 20}
    elif given["EMAIL_BACKEND"].endswith("filebased.EmailBackend"):
        options = {"file_path": "/" + given["EMAIL_FILE_PATH"]}
    return {"BACKEND": given["EMAIL_BACKEND"], "OPTIONS": options}


MAILERS = {"default": _mailer(env.str("EMAIL_URL", default="consolemail://"))}

# --- Time, language, static files -----------------------------------------------------------------
TIME_ZONE = "UTC"
USE_TZ = True
LANGUAGE_CODE = "en-us"
STATIC_URL = "/static/"
STATIC_ROOT = STATE_DIR / "static"
FRONTEND_DIST = ROOT / "frontend" / "dist"
STATICFILES_DIRS = [("app", FRONTEND_DIST)] if FRONTEND_DIST.is_dir() else []
WHITENOISE_USE_FINDERS = True

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CSP = {
    "default-src": ["'self'"],
    "img-src": ["'self'", "data:", "blob:"],
    "media-src": ["'self'", "blob:"],
    "style-src": ["'self'", "'unsafe-inline'"],
    "connect-src": ["'self'", "blob:", "data:"],
    "worker-src": ["'self'", "blob:"],
    "frame-ancestors": ["'none'"],
}

# --- API ------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "affectory.accounts.authentication.TokenAuthentication",
        "affectory.accounts.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["affectory.accounts.permissions.SignedIn"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["affectory.api.parsers.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "affectory.api.schema.Schema",
    "EXCEPTION_HANDLER": "affectory.api.exceptions.exception_response",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Affectory",
    "DESCRIPTION": "Pull releases, run the work of a benchmark, watch its progress.",
    "VERSION": "v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "AccessModeEnum": "export.access.models.ACCESS_MODES",
        "AccessRequestStateEnum": "export.access.models.REQUEST_STATES",
        "AnchorKindEnum": "datasets.scenes.models.ANCHOR_KINDS",
        "AnchorSourceEnum": "datasets.scenes.models.ANCHOR_SOURCES",
        "AttemptStateEnum": "affectory.endpoints.models.ATTEMPT_STATES",
        "BudgetStateEnum": "affectory.endpoints.models.BUDGET_STATES",
        "BumpEnum": "export.releases.api.serializers.BUMPS",
        "CallOutcomeEnum": "affectory.endpoints.models.OUTCOMES",
        "CallStateEnum": "affectory.endpoints.models.CALL_STATES",
        "CheckOutcomeEnum": "datasets.episodes.api.serializers.CHECK_OUTCOMES",
        "ClipStateEnum": "datasets.videos.models.CLIP_STATES",
        "CommentPartEnum": "annotation.comments.models.PARTS",
        "CompositionStateEnum": "datasets.episodes.models.COMPOSITION_STATES",
        "DigestPeriodEnum": "affectory.inbox.models.DIGEST_PERIODS",
        "DraftFateEnum": "annotation.drafting.api.serializers.FATES",
        "DraftLeftOutEnum": "annotation.drafting.models.LEFT_OUT",
        "DraftPauseReasonEnum": "annotation.drafting.models.PAUSE_REASONS",
        "DraftRunStateEnum": "annotation.drafting.models.RUN_STATES",
        "DraftWindowStateEnum": "annotation.drafting.models.WINDOW_STATES",
        "DuplicateVerdictEnum": "export.releases.models.VERDICTS",
        "GranularityEnum": "annotation.questions.models.GRANULARITIES",
        "ImportStateEnum": "datasets.intake.models.INTAKE_STATES",
        "InboxKindEnum": "affectory.inbox.models.LINE_KINDS",
        "ItemOriginEnum": "annotation.questions.models.ORIGINS",
        "ItemOutcomeEnum": "annotation.questions.models.ITEM_OUTCOMES",
        "ItemStateEnum": "annotation.questions.models.ITEM_STATES",
        "ItemTypeEnum": "annotation.questions.models.ITEM_TYPES",
        "JobStateEnum": "affectory.core.models.Job.State",
        "MotionStateEnum": "datasets.motion.models.MOTION_STATES",
        "ProposalOutcomeEnum": "annotation.drafting.models.PROPOSAL_OUTCOMES",
        "PauseReasonEnum": "affectory.endpoints.models.PAUSE_REASONS",
        "ProfileStateEnum": "affectory.endpoints.models.PROFILE_STATES",
        "RegistrationOutcomeEnum": "datasets.videos.models.REGISTRATION_OUTCOMES",
        "ReleaseStateEnum": "export.releases.models.RELEASE_STATES",
        "ReviewKindEnum": "annotation.reviews.api.serializers.KINDS",
        "ReviewOrderEnum": "annotation.reviews.models.ORDERS",
        "SceneAxisEnum": "datasets.scenes.api.serializers.AXES",
        "SceneUpAxisEnum": "datasets.scenes.api.serializers.UP_AXES",
        "SubtitleOriginEnum": "datasets.videos.models.SUBTITLE_ORIGINS",
        "ThreadCircleEnum": "annotation.comments.models.CIRCLES",
        "VideoStateEnum": "datasets.videos.models.VIDEO_STATES",
        "WithdrawalKindEnum": "export.withdrawals.models.SUBJECT_KINDS",
        "WithdrawalReasonEnum": "export.withdrawals.models.REASONS",
    },
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 16 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FILES = 5000
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
RELEASE_SIGNING_KEY = env.str("AFFECTORY_SIGNING_KEY", default="")
"""32 random bytes in base64 that releases are signed with; without them a key of this installation's own is made."""
RELEASE_SIGNING_KEY_FILE = STATE_DIR / "release-signing-key"
UPLOAD_MAX_BYTES = 2 * 1024**3
"""Largest single upload that is accepted."""
VIDEO_MAX_SECONDS = 6 * 3600
VIDEO_MAX_PIXELS = 8192 * 4352
"""Longest and largest video that is prepared; others are refused before they are decoded."""
MOTION_IMPORT_MAX_FILE_BYTES = 256 * 1024**2
"""Largest motion file, packed or not."""
SCENE_MAX_BYTES = 512 * 1024**2
SCENE_MAX_TRIANGLES = 8_000_000
"""Largest scene that is read, with all its files, and the most triangles it may show."""
SCENE_ARCHIVE_MAX_BYTES = 8 * 1024**3
"""Most that a zip of scenes may unpack to; one scene of it is read at a time."""
SCENE_INLINE_BYTES = 24 * 1024**2
"""Up to here a scene is looked at and added while somebody waits; larger ones go to a worker."""
MOTION_CHECK_LIMITS: dict[str, tuple[float | None, float | None]] = {}
"""Thresholds (warning, failing) that replace those of datasets.motion.checks.Thresholds, by their name there."""

MOTION_RECOGNITION_LEAST_CONFIDENCE: float = 0.6
"""Below this a motion waits for a person to say which joint is which (0 to 1)."""

# --- Storage --------------------------------------------------------------------------------------
STORAGE_ROOT = Path(env.str("AFFECTORY_STORAGE", default=str(STATE_DIR / "storage"))).resolve()

OBJECT_STORE_BUCKET = env.str("AFFECTORY_BUCKET", default="")
"""A bucket of an S3 store with copies of large released files; empty: all files are sent from here."""
OBJECT_STORE_ADDRESS_S = 300
"""How long a signed address works."""


def _object_store() -> dict[str, dict[str, object]]:
    if not OBJECT_STORE_BUCKET:
        return {}
    options = {
        "bucket_name": OBJECT_STORE_BUCKET,
        "endpoint_url": env.str("AFFECTORY_BUCKET_ENDPOINT", default="") or None,
        "region_name": env.str("AFFECTORY_BUCKET_REGION", default="us-east-1"),
        "access_key": env.str("AFFECTORY_BUCKET_KEY", default="") or None,
        "secret_key": env.str("AFFECTORY_BUCKET_SECRET", default="") or None,
        "signature_version": "s3v4",
        "querystring_expire": OBJECT_STORE_ADDRESS_S,
        "file_overwrite": True,
        "default_acl": None,
    }
    return {"mirror": {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}}


STORAGES = {**global_settings.STORAGES, **_object_store()}


# --- Releases: the Hub protocol and how much may be fetched ---------------------------------------
HUB_NAMESPACE = env.str("HUB_NAMESPACE", default="affectory")
"""First half of every repository's name: a project "lab" is the dataset "affectory/lab"."""
DOWNLOAD_BYTES_PER_DAY = env.int("DOWNLOAD_BYTES_PER_DAY", default=500 * 1000**3)
DOWNLOAD_BYTES_PER_DAY_UNKNOWN = env.int("DOWNLOAD_BYTES_PER_DAY_UNKNOWN", default=50 * 1000**3)
"""Bytes of large files that a person, or the address of an unknown caller, may fetch in a day."""
DOWNLOAD_LOG_EVERY_S = 2.0
"""Downloads are added up in the process for so long before they are written."""

STORAGE_SETTLED_S = 3600
"""Stored bytes are deleted no sooner after they were last stored: whoever stores them names them in a row by then."""

# --- Background work ------------------------------------------------------------------------------
CELERY_BROKER_URL = env.str("BROKER_URL", default=f"redis+socket://{STATE_DIR}/run/valkey.sock")
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_ACKS_ON_FAILURE_OR_TIMEOUT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_TIME_LIMIT = 6 * 3600
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 7 * 3600, "queue_order_strategy": "priority"}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {
    "observation.*": {"queue": "render"},
    "episodes.check": {"queue": "render"},
    "episodes.help_checking": {"queue": "render"},
    "videos.prepare": {"queue": "media"},
    "videos.cut": {"queue": "media"},
    "videos.take_subtitles": {"queue": "media"},
    "releases.hash_clips": {"queue": "media"},
    "endpoints.try": {"queue": "model"},
    "drafting.ask": {"queue": "model"},
}
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Everything is due again within a minute, so the beat remembers nothing in a file: one that is locked for a moment
# would end it.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
CELERY_BEAT_SCHEDULE = {
    "core.sweep": {"task": "core.sweep", "schedule": 20.0},
    "inbox.send_digests": {"task": "inbox.send_digests", "schedule": 60.0},
    "reviews.expire_leases": {"task": "reviews.expire_leases", "schedule": 30.0},
    "items.expire_reservations": {"task": "items.expire_reservations", "schedule": 60.0},
    "reviews.open_ready": {"task": "reviews.open_ready", "schedule": 15.0},
    "motion.resend_waiting": {"task": "motion.resend_waiting", "schedule": 60.0},
    "motion.forget_staged": {"task": "motion.forget_staged", "schedule": 60.0},
    "releases.sweep": {"task": "releases.sweep", "schedule": 60.0},
    "releases.hash_clips": {"task": "releases.hash_clips", "schedule": 60.0},
    "withdrawals.sweep": {"task": "withdrawals.sweep", "schedule": 60.0},
    "endpoints.sweep": {"task": "endpoints.sweep", "schedule": 10.0},
}
JOB_HEARTBEAT_S = 5
"""How often a running job tells that it is alive."""
JOB_STALE_S = 60
"""A running job without a heartbeat for so long is taken over by another worker."""
JOB_MAX_ATTEMPTS = 5

# --- Composing ------------------------------------------------------------------------------------
EPISODE_WORKERS = env.int("EPISODE_WORKERS", default=3)
"""At most so many workers share the composing of a plan, or its checks by the engine."""
EPISODE_HELP_S = 20
"""A worker that helps with a composition lets other tasks have their turn after so long."""
EPISODE_REPEAT_SHARE = 0.02
"""Of this share of the episodes that pass, chosen by their ids, the whole clip is drawn twice."""

# --- Model endpoints ------------------------------------------------------------------------------
_SECRET, _HOSTS_OF = "AFFECTORY_SECRET_", "AFFECTORY_HOSTS_OF_"
ENDPOINT_SECRETS: dict[str, str] = {
    name.removeprefix(_SECRET): value for name, value in env.ENVIRON.items() if name.startswith(_SECRET) and value
}
"""Keys of model endpoints by name: AFFECTORY_SECRET_<NAME>. Rows, pages and logs hold the name only."""
ENDPOINT_SECRET_HOSTS: dict[str, list[str]] = {
    name.removeprefix(_HOSTS_OF): [host.strip() for host in value.split(",")]
    for name, value in env.ENVIRON.items()
    if name.startswith(_HOSTS_OF)
}
"""Hosts to which maintainers may send a secret: AFFECTORY_HOSTS_OF_<NAME>, separated by commas."""
ENDPOINT_ALLOW_PRIVATE = env.bool("AFFECTORY_ALLOW_PRIVATE_ENDPOINTS", default=False)
"""Whether endpoints may lie in the server's own network."""
ENDPOINT_ANSWER_MAX_BYTES = 4 * 1024 * 1024
"""Of a longer answer no more is read."""
ENDPOINT_SENDER_HEARTBEAT_S = 5.0
ENDPOINT_SENDER_STALE_S = 30.0
"""How often a worker that sends tells that it lives, and when what a silent one had sent is taken for unknown."""
ENDPOINT_BREAKER_FAILURES = 5
ENDPOINT_BREAKER_S = 60.0
"""After so many failures in a row calls go to an endpoint one at a time; after so long runs that use it pause."""

# --- Observation (every value is part of a clip's fingerprint) ------------------------------------
OBSERVATION_WIDTH = 640
OBSERVATION_HEIGHT = 480
OBSERVATION_HFOV_DEG = 79.0
OBSERVATION_EYE_HEIGHT_M = 1.25
OBSERVATION_CLIP_FPS = 12
OBSERVATION_AGENT_RADIUS_M = 0.18
OBSERVATION_LIGHT = "baked"
OBSERVATION_ENGINE = "embedded-1"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    # A line for every request that is sent: calls have rows that say more.
    "loggers": {"httpx2": {"level": "WARNING"}},
}
