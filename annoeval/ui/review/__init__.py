"""The Review page's parts: the way through a queue, evidence at the left, judgement at the right."""
