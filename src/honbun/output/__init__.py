"""Where documents go: text, markdown, html, json, jsonl, csv."""
