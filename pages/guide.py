"""Guide: the documentation beside the work."""

from annoeval.ui.guide import guide
from annoeval.ui.page import head

head("Guide")
guide()
