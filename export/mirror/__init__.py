"""Copies of released files in an object store, from which signed addresses send them."""
