"""Bytes become tables and objects; one module a format. Knows no protocol."""

from annoeval.reading.formats import read
from annoeval.reading.table import Annotations, ReadError, Reading, Table, flat

__all__ = ["Annotations", "ReadError", "Reading", "Table", "flat", "read"]
