from tests.services.comments.conftest import cast, item

__all__ = ["cast", "item"]
