"""What is true of all items when people looked at some: exact limits, limits at any time, κ, and plans."""
