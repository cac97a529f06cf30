from tests.factories.releases import draft, frozen, kept, run_freeze

__all__ = ["draft", "frozen", "kept", "run_freeze"]
