"""Places in a scene that an action can be grounded at: where one can sit, knock, walk or stand free. Pure."""

from .domain import Anchor, AnchorKind, AnchorSource, TakenOutAs, content_order

__all__ = ["Anchor", "AnchorKind", "AnchorSource", "TakenOutAs", "content_order"]
