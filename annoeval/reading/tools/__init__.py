"""Annotation tools, one file each."""
