"""What the first page needs, in one import: the app starts it beside the server, before anyone has come."""

from annoeval.ui import drop, found, logo, page, pages, prescoring, shelf, sidebar, state, theme

__all__ = ["drop", "found", "logo", "page", "pages", "prescoring", "shelf", "sidebar", "state", "theme"]
