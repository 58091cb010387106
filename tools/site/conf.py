"""The Sphinx configuration of the site."""

from __future__ import annotations

from tools.site import extension

import tilerummy

project = "Tile Rummy"
author = "The tilerummy authors"
copyright = author  # noqa: A001 - Sphinx requires this name
version = release = tilerummy.__version__
language = "en"
smartquotes = False

root_doc = "README"
extensions = ["myst_parser", "tools.site.extension"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["files"]
nitpicky = True
show_warning_types = True
suppress_warnings = ["toc.not_included", "myst.xref_ambiguous"]

myst_heading_anchors = 4
myst_enable_extensions = ["attrs_block"]

add_module_names = False
toc_object_entries = False
highlight_language = "none"
pygments_style = "none"

site_code = extension.site_code()
html_theme = "site"
html_theme_path = [str(extension.HERE)]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_use_index = False
html_domain_indices = False
html_permalinks_icon = "#"
html_title = "Tile Rummy"
html_additional_pages = {"index": "front.html"}
