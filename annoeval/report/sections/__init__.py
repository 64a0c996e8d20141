"""The sections of a report, one module each: material → headings, texts, plots and tables."""
