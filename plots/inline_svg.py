# matplotlib's SVG made part of a page: no prologue, ids of its own, a text alternative, colours of the page's theme.
import io
import re
from html import escape

import style

THEME = {style.INK: "currentColor", style.SOFT: "var(--soft)", style.GRID: "var(--grid)", style.PAPER: "var(--paper)",
         style.PHASES["wait"][0]: "var(--wait)",  # too bright on black
         style.LOOKS["ring_delayed"].color: "var(--blue)"}  # too dark on black


def inline(fig, number, alternative):
    stream = io.StringIO()
    fig.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    style.plt.close(fig)
    text = stream.getvalue()
    text = text[text.index("<svg"):]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.S)
    text = re.sub(r"<style[^>]*>.*?</style>", "", text, flags=re.S)  # it would reach the whole page
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r'id="', f'id="p{number}_', text)
    text = re.sub(r'(xlink:href="|url\()#', rf"\1#p{number}_", text)
    text = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font: \1px var(--font)", text)
    text = re.sub(r"\s*\n\s*", " ", text)
    for color, themed in THEME.items():
        text = text.replace(color, themed)
    width, view = re.search(r'width="([\d.]+)pt"', text)[1], re.search(r'viewBox="([^"]*)"', text)[1]
    head = (f'<svg class="plot" viewBox="{view}" style="max-width: {1.8 * float(width):.0f}px" role="img" '
            f'aria-label="{escape(alternative, True)}" xmlns:xlink="http://www.w3.org/1999/xlink">')
    return re.sub(r"<svg[^>]*>", lambda _: head, text, count=1)
