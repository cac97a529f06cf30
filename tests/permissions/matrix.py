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
    P + "review/queue": {"GET": "R"},
    P + "review/leases": {"POST": "R"},
    P + "review/leases/<uuid:lease_id>": {"GET": "R"},
    P + "review/leases/<uuid:lease_id>/heartbeat": {"POST": "R"},
    P + "review/leases/<uuid:lease_id>/release": {"POST": "R"},
    P + "review/leases/<uuid:lease_id>/skip": {"POST": "R"},
    P + "review/leases/<uuid:lease_id>/decision": {"POST": "R"},
    P + "review/leases/<uuid:lease_id>/revoke": {"POST": "M"},
    P + "review/decisions/<uuid:decision_id>": {"DELETE": "R"},
    P + "review/decisions/<uuid:decision_id>/withdraw": {"POST": "M"},
    P + "review/decided": {"GET": "R"},
    P + "review/leave": {"POST": "R"},
    P + "review/batches": {"GET": "M", "POST": "M"},
    P + "review/batches/<uuid:batch_id>/close": {"POST": "M"},
    P + "review/policy": {"GET": "M", "PATCH": "M"},
    P + "review/open-leases": {"GET": "M"},
    P + "review/decisions": {"GET": "M"},
    P + "agreement": {"GET": "M"},
    P + "agreement.csv": {"GET": "M"},
    P + "progress": {"GET": "M"},
}
