"""The parts of the page Agreement."""
