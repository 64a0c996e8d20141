"""The app: `python -m annoeval app`, or `streamlit run app.py`."""

from importlib import import_module
from threading import Thread

import streamlit as st
from starlette.middleware import Middleware

from annoeval.place import PACKAGE
from annoeval.ui.annotate.routes import annotate_routes
from annoeval.ui.components.routes import part_routes
from annoeval.ui.failure import say_failure
from annoeval.ui.started import settle
from annoeval.ui.uploads import held
from annoeval.web.api import routes
from annoeval.web.expiry import delete_when_over
from annoeval.web.guard import Guard

settle()
# The server listens at once; what the pages need is imported while the browser loads its own part.
Thread(target=import_module, args=("annoeval.ui.warm",), daemon=True).start()
Thread(target=delete_when_over, daemon=True).start()
app = st.App(
    PACKAGE / "ui" / "main.py",
    routes=[*routes(), *annotate_routes(), *part_routes()],
    middleware=[Middleware(Guard, held=held)],
    on_script_error=say_failure,
)
