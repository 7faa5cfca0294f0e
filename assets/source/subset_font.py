#!/usr/bin/env python3
"""Makes assets/fonts/inter-footpath.ttf from Inter's variable font (Debian: fonts-inter-variable).

Needs fonttools. One weight (Medium: light strokes are lost on a painted ground), the letters of
European languages (Latin, Greek and Cyrillic) and the signs that the game shows, and figures of one width, so
that numbers in a panel stand still while they change. Letters that it has not come from fonts of the system; where none
has them either, they are shown as a small square.

    python3 assets/source/subset_font.py /usr/share/fonts/truetype/inter-vf/Inter-roman.var.ttf
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

WEIGHT = 500
SIGNS = "–—‘’“”•…‹›€←↑→↓↔↕↩↵⇧⌘⌥⌫×−≈≠≤≥∞√✓✗●○■□▲▼◀▶◆◇τΔµ"
TARGET = Path(__file__).parent.parent / "fonts" / "inter-footpath.ttf"


def figures_of_one_width(font):
    """What each glyph becomes under the font's own feature `tnum`."""
    substitution = {}
    layout = font["GSUB"].table
    for record in layout.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for table in layout.LookupList.Lookup[index].SubTable:
                    substitution.update(getattr(table, "ExtSubTable", table).mapping)
    return substitution


def main(source):
    font = TTFont(source)
    instantiateVariableFont(font, {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes} | {"wght": WEIGHT}, inplace=True)
    tabular = figures_of_one_width(font)
    for table in font["cmap"].tables:
        for figure in map(ord, "0123456789"):
            if figure in table.cmap:
                table.cmap[figure] = tabular.get(table.cmap[figure], table.cmap[figure])

    wanted = set(range(0x20, 0x7F)) | set(range(0xA0, 0x180)) - {0x149} | set(map(ord, SIGNS))
    missing = sorted(chr(code) for code in wanted - set(font.getBestCmap()))
    wanted |= {*range(0x386, 0x3CF), *range(0x400, 0x460), 0x490, 0x491}
    if missing:
        print("not in this font:", " ".join(missing))

    options = Options(layout_features=[], hinting=False, glyph_names=False, notdef_outline=True, name_IDs=[0, 1, 2, 13, 14])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=wanted)
    subsetter.subset(font)
    square = font.getBestCmap()[ord("□")]
    font["glyf"][".notdef"], font["hmtx"][".notdef"] = font["glyf"][square], font["hmtx"][square]
    # Without a stamp of its own the file does not depend on the hour that it was made.
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.save(TARGET)
    print(TARGET, TARGET.stat().st_size, "bytes,", len(font.getGlyphOrder()), "glyphs")


if __name__ == "__main__":
    main(sys.argv[1])
