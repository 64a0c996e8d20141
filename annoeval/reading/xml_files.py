"""XML, read without entities, external files or unbounded expansion."""

from __future__ import annotations

from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from annoeval.reading.table import ReadError


def parse_xml(data: bytes, name: str) -> Element:
    """The root element. Raises ReadError for damaged XML, and for XML with entities of its own."""
    try:
        root: Element = fromstring(data, forbid_dtd=False, forbid_entities=True, forbid_external=True)
    except DefusedXmlException:
        raise ReadError(f"{name} defines XML entities, which are not opened; save it without them.") from None
    except (ParseError, ValueError, LookupError, RecursionError) as error:
        if data[:200].lstrip().lower().startswith((b"<!doctype html", b"<html")):
            raise ReadError(f"{name} is a web page, not a table: export the answers as CSV, XLSX or JSON.") from None
        raise ReadError(f"{name} is damaged XML ({error}).") from None
    return root


def unread(root: Element, name: str) -> ReadError:
    """What to say of XML that no tool reads."""
    if _bare(root.tag).lower() == "html":
        return ReadError(f"{name} is a web page, not a table: export the answers as CSV, XLSX or JSON.")
    return ReadError(f"{name} is XML of a kind that is not read (its root is “{_bare(root.tag)}”).")


def _bare(tag: str) -> str:
    return tag.rsplit("}", 1)[-1]
