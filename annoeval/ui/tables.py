"""Tables of numbers on a page: readable columns, a download as CSV and XLSX, rows that lead to items."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from annoeval.ui import state
from annoeval.ui.unmerged import noted
from annoeval.words import NONE, title

FORMATS = {
    "n": "localized",
    "missing": "localized",
    "mean": "%.2f",
    "sd": "%.2f",
    "low": "%.2f",
    "high": "%.2f",
    "value": "%.2f",
    "share_of_maximum": "percent",
    "kappa": "%.2f",
    "estimate": "%.2f",
    "p": "%.3f",
}


def table(
    frame: pd.DataFrame,
    name: str,
    titles: Mapping[str, str] | None = None,
    formats: Mapping[str, str] | None = None,
    helps: Mapping[str, str] | None = None,
    download: pd.DataFrame | Callable[[], pd.DataFrame] | None = None,
    select: bool = False,
    height: Any = "auto",
) -> list[int]:
    """A table with its download below; gives the positions of the chosen rows.

    titles, formats, helps: by column; a column without a title gets its name's. Reasons stand where there are any.
    download: the full-precision table that is saved, or what makes it once it is asked for; default the shown one.
    select: whether a row can be chosen.
    """
    configuration, shown = {}, frame
    if "item_id" in frame:  # the download keeps the ids
        shown = frame.assign(item_id=state.names_of(frame["item_id"].astype("str")))
    if "reason" in frame and frame["reason"].fillna("").eq("").all():
        shown = shown.drop(columns="reason")
    for column in shown.columns:
        label = (titles or {}).get(column, title(column))
        form = (formats or {}).get(column) or FORMATS.get(column)
        explained = (helps or {}).get(column)
        if form == "percent" and pd.api.types.is_numeric_dtype(shown[column].dtype):
            shown = shown.assign(**{column: 100 * shown[column]})
            form = "%.1f %%"
        if form and pd.api.types.is_numeric_dtype(frame[column].dtype):
            configuration[column] = st.column_config.NumberColumn(label, format=form, help=explained)
        elif pd.api.types.is_numeric_dtype(frame[column].dtype):
            configuration[column] = st.column_config.NumberColumn(label, help=explained)
        else:
            configuration[column] = st.column_config.Column(label, help=explained)
    event: Any = st.dataframe(
        shown,
        hide_index=True,
        column_config=configuration,
        placeholder=NONE,
        row_height=32,
        height=height,
        key=f"_table_{name}",
        on_select="rerun" if select else "ignore",
        selection_mode="single-row",
        lazy=len(frame) > 1000,
    )
    downloads(frame if download is None else download, name)
    return list(event["selection"]["rows"]) if select else []


def in_print(frame: pd.DataFrame, numbers: Sequence[str]) -> Any:
    """A table of texts for `st.table`, whose columns of numbers stand at the right, headings too.

    Streamlit writes into each cell that texts stand left; only `!important` overrules that."""
    right = {"text-align": "right !important", "white-space": "nowrap"}
    heads: Any = {c: [{"selector": "th", "props": list(right.items())}] for c in numbers}
    return frame.style.set_properties(subset=list(numbers), **right).set_table_styles(heads)


def downloads(frame: pd.DataFrame | Callable[[], pd.DataFrame], name: str) -> None:
    """Two quiet buttons: the table as CSV and as XLSX, written when pressed."""
    from annoeval.export import to_csv, to_xlsx

    whole = frame if callable(frame) else noted(frame)

    def made() -> pd.DataFrame:
        return whole() if callable(whole) else whole

    with st.container(horizontal=True, gap="small"):
        st.download_button(
            "CSV",
            lambda: to_csv(made()),
            f"{name}.csv",
            "text/csv",
            key=f"_csv_{name}",
            type="tertiary",
            icon=":material/download:",
            on_click="ignore",
        )
        st.download_button(
            "XLSX",
            lambda: to_xlsx(made(), name),
            f"{name}.xlsx",
            key=f"_xlsx_{name}",
            type="tertiary",
            mime="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            icon=":material/download:",
            on_click="ignore",
        )
