from tests.factories.kept_items import films, frozen_items, keeper, kept_items
from tests.factories.releases import draft, frozen, kept, run_freeze

__all__ = ["draft", "films", "frozen", "frozen_items", "keeper", "kept", "kept_items", "run_freeze"]
