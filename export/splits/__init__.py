"""Who goes into which split: closed groups, seeded stratified assignment, proof of disjointness. Pure."""
