"""XML, read without entities, external files or unbounded expansion."""

from __future__ import annotations

from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from annoeval.reading.encoding import Decoded
from annoeval.reading.table import ReadError, Reading
from annoeval.reading.tools.cvat import is_cvat, read_cvat
from annoeval.reading.tools.tei import is_tei, read_tei
from annoeval.reading.tools.voc import is_voc, read_voc


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


def read_xml(text: Decoded, name: str) -> Reading:
    """A Reading of a CVAT, VOC or TEI file. Raises ReadError for other XML."""
    root = parse_xml(text.data, name)
    if is_cvat(root):
        return read_cvat(root, name, text.encoding)
    if is_voc(root):
        return read_voc(root, name, text.encoding)
    if is_tei(root):
        return read_tei(root, name, text.encoding)
    if _bare(root.tag).lower() == "html":
        raise ReadError(f"{name} is a web page, not a table: export the answers as CSV, XLSX or JSON.")
    raise ReadError(f"{name} is XML of a kind that is not read (its root is “{_bare(root.tag)}”).")


def _bare(tag: str) -> str:
    return tag.rsplit("}", 1)[-1]
