"""annoeval against its peers: the same work on the same arrays, in one run."""
