"""Result tables as a document: sections of sentences, plots and tables; as HTML, workbook, text or archive."""
