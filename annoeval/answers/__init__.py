"""Result tables → the sentence that answers a page's question. `**bold**` marks the number; no other markup."""
