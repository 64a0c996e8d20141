"""Any table becomes a Study: what its columns hold, and what its rows say."""
