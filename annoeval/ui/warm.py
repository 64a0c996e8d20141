"""What the first page needs, in one import: the app starts it beside the server, before anyone has come."""

from annoeval.ui import drop, found, logo, page, pages, prescoring, shelf, sidebar, state, theme
from annoeval.ui.idle import collect_when_idle

__all__ = ["drop", "found", "logo", "page", "pages", "prescoring", "shelf", "sidebar", "state", "theme"]

collect_when_idle()
