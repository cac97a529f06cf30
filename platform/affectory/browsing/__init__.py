"""How people look through long lists and act on many rows of them: facets, saved filters, exports, bulk actions.

Knows no list by name: apps describe theirs as a `Library` and register it.
"""
