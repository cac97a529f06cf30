from tests.factories.releases import draft, frozen, kept, run_freeze
from tests.services.withdrawals.conftest import canary, settled

__all__ = ["canary", "draft", "frozen", "kept", "run_freeze", "settled"]
