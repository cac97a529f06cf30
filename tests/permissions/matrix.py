"""Who may call what: every route below /api/v1/ with the roles that each method is open to.

M maintainer, N annotator, R reviewer, S researcher; `*` everybody signed in, `-` everybody, also the unknown, `A` an
administrator. A route or method that is missing here fails tests/permissions/test_matrix.py.
"""

P = "projects/<slug:project>/"

MATRIX: dict[str, dict[str, str]] = {
    "health": {"GET": "-"},
    "schema": {"GET": "-"},
    "me": {"GET": "*", "PATCH": "*"},
    "session": {"POST": "-", "DELETE": "-"},
    "tokens": {"GET": "*", "POST": "*"},
    "tokens/<uuid:token_id>": {"DELETE": "*"},
    "people": {"GET": "A", "POST": "A"},
    "jobs/<uuid:job_id>": {"GET": "*"},
    "jobs/<uuid:job_id>/cancel": {"POST": "*"},
    "jobs/<uuid:job_id>/retry": {"POST": "*"},
    "projects": {"GET": "*", "POST": "A"},
    "projects/<slug:project>": {"GET": "MNRS"},
    P + "members": {"GET": "M"},
    P + "members/<uuid:user_id>": {"PUT": "M"},
    P + "jobs": {"GET": "M"},
    P + "audit": {"GET": "M"},
}
