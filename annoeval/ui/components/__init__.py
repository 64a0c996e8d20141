"""Parts of pages that draw themselves in the browser."""
