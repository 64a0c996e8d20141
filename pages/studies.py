"""Studies: drop a file, see what it holds, open it."""

import streamlit as st

st.title("Studies", anchor=False)
