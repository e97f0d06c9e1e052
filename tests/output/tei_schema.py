"""The document type of TEI P5 that trafilatura ships, with the modules it leaves out: tables, figures, code."""

from __future__ import annotations

import re
from importlib.resources import files
from io import StringIO
from typing import Any

# Members of classes and content models as the Guidelines have them, on tables and graphics and on documentation.
JOINS = {"model.emphLike": "code", "model.global": "figure", "model.listLike": "table"}
ELEMENTS = """
<!ELEMENT code (#PCDATA)>
<!ELEMENT figure (%model.headLike;|%model.common;|figDesc|%model.graphicLike;|%model.global;|%model.divBottom;)*>
<!ELEMENT figDesc %macro.limitedContent;>
<!ELEMENT table ((%model.headLike;|%model.global;)*,((row,(%model.global;)*)+|
  ((%model.graphicLike;),(%model.global;)*)+),((%model.divBottom;),(%model.global;)*)*)>
<!ELEMENT row (cell)+>
<!ELEMENT cell %macro.specialPara;>
<!ATTLIST code %att.global.attributes; lang CDATA #IMPLIED>
<!ATTLIST figure %att.global.attributes;>
<!ATTLIST figDesc %att.global.attributes;>
<!ATTLIST table %att.global.attributes; rows CDATA #IMPLIED cols CDATA #IMPLIED>
<!ATTLIST row %att.global.attributes; role CDATA #IMPLIED rows CDATA #IMPLIED cols CDATA #IMPLIED>
<!ATTLIST cell %att.global.attributes; role CDATA #IMPLIED rows CDATA #IMPLIED cols CDATA #IMPLIED>
"""
NEW = re.findall(r"<!ELEMENT (\w+)", ELEMENTS)


def schema() -> Any:
    """An `lxml.etree.DTD`."""
    from lxml import etree

    text = (files("trafilatura") / "data" / "tei_corpus.dtd").read_text("utf-8")
    for model, member in JOINS.items():
        text, found = re.subn(rf'(<!ENTITY % {re.escape(model)} ")', rf"\g<1>{member} |", text)
        assert found == 1, model
    namespaces = "".join(f'<!ATTLIST {name} xmlns CDATA "http://www.tei-c.org/ns/1.0">\n' for name in NEW)
    return etree.DTD(StringIO(text + ELEMENTS + namespaces))
