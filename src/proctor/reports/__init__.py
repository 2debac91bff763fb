"""Facts drawn for people: text, SVG, layout."""
