"""Bytes become tables and objects; one module a format. Knows no protocol."""

from annoeval.reading.formats import read
from annoeval.reading.table import ReadError, Reading, Table

__all__ = ["ReadError", "Reading", "Table", "read"]
