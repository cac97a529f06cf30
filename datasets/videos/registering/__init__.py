"""From files and a manifest to the plan of a registration. Pure."""
