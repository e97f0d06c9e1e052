"""The rooms composed: from a page, or a site, to documents."""
