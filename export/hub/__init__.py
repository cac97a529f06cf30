"""Published releases as dataset repositories, for the clients that researchers have."""
