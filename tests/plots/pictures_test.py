# Every picture can be drawn, fits a column, and is told apart without colour.
import itertools
import os
import re
import struct
import sys
import tempfile
import unittest

import made
from made import record, simulated


def lightness(color):
    """CIE L* of sRGB (IEC 61966-2-1): what is left of a colour in a greyscale print."""
    channels = [int(color[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


class Style(unittest.TestCase):
    def test_lightness_is_that_of_the_standard(self):
        self.assertAlmostEqual(lightness("#ffffff"), 100.0, places=3)
        self.assertAlmostEqual(lightness("#777777"), 50.03, places=2)  # middle grey
        self.assertAlmostEqual(lightness("#000000"), 0.0)

    def test_strategies_differ_in_marker_and_in_dash(self):
        import style

        for field in ("marker", "dash"):
            self.assertEqual(len({getattr(look, field) for look in style.LOOKS.values()}), len(style.LOOKS))

    def test_tasks_of_a_lane_differ_in_lightness(self):
        import style

        for lane in (("forward", "backward", "update"), ("transfer", "reduce", "input", "copy")):
            for a, b in itertools.combinations(lane, 2):
                self.assertGreater(abs(lightness(style.KINDS[a]) - lightness(style.KINDS[b])), 8, (a, b))

    def test_phases_differ_in_lightness_or_hatch(self):
        import style

        for (a, (color, hatch)), (b, (other, pattern)) in itertools.combinations(style.PHASES.items(), 2):
            self.assertTrue(hatch != pattern or abs(lightness(color) - lightness(other)) > 8, (a, b))

    def test_the_page_and_the_pictures_have_the_same_colours(self):
        import style

        with open(os.path.join(made.ROOT, "plots", "report.css"), encoding="utf-8") as file:
            css = file.read()
        variables = dict(re.findall(r"--(\w+): light-dark\((#\w+),", css))
        for kind, color in style.KINDS.items():
            (found,) = re.findall(rf"^\.{kind} {{ fill: ([^;]+);", css, re.M)
            self.assertEqual(variables[found[6:-1]] if found.startswith("var") else found, color, kind)


class Drawn(unittest.TestCase):
    def files(self, *records, arguments=()):
        import plot

        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "r.jsonl")
            with open(path, "w", encoding="utf-8") as file:
                file.write(made.text(*records))
            self.assertEqual(plot.main([path, "--out", os.path.join(folder, "out"), *arguments]), 0)
            result = {}
            for name in os.listdir(os.path.join(folder, "out")):
                with open(os.path.join(folder, "out", name), "rb") as file:
                    result[name] = file.read()
            return result

    def test_png_and_svg_of_everything(self):
        past = [record("ring_delayed", 2, 1.8, **{"context.commit": "older", "context.finished_at": "2026-01-01T00:00:00Z"})]
        files = self.files(*past, *made.usual(), simulated("single", 1, 1.0), simulated("ring_delayed", 4, 3.1))
        names = ["overview"] + [f"lenet_strong_64_{p}" for p in ("speed_up", "efficiency", "phases", "convergence", "history")]
        names += [f"lenet_weak_64_titanxx4_{p}" for p in ("speed_up", "efficiency", "phases")]
        self.assertEqual(sorted(files), sorted(n + kind for n in names for kind in (".png", ".svg")))
        for name, content in files.items():
            if name.endswith(".svg"):
                text = content.decode()
                if "overview" not in name:
                    self.assertLess(float(re.search(r'width="([\d.]+)pt"', text)[1]) / 72, 3.6, name)  # a column of a paper
                sizes = [float(size) for size in re.findall(r"font: ([\d.]+)px", text)]
                self.assertGreaterEqual(min(sizes), 5.5, name)
            else:
                self.assertEqual(content[:8], b"\x89PNG\r\n\x1a\n")
                self.assertGreater(struct.unpack(">I", content[16:20])[0], 900, name)  # 300 dots an inch

    def test_simulated_points_are_hollow_and_labelled(self):
        import style
        import speed_up

        for records, hollow in ((made.usual(), False), ([simulated("ring_delayed", 2, 1.9), simulated("ring_delayed", 4, 3.1)], True)):
            (group,) = made.groups(*records)
            fig = speed_up.draw(group)
            (line,) = [l for l in fig.axes[0].lines if l.get_color() == style.LOOKS["ring_delayed"].color and l.get_marker() == "o"]
            self.assertEqual(line.get_markerfacecolor() == style.PAPER, hollow)
            self.assertEqual("hollow: simulated" in [t.get_text() for t in fig.legends[0].get_texts()], hollow)
            self.assertIn("simulated on titanxx4" if hollow else "measured on A CPU", fig.axes[0].get_title(loc="left"))
            style.plt.close(fig)

    def test_a_thousand_devices(self):
        self.files(*(simulated("ring_delayed", n, 0.9 * n) for n in range(1, 1001)))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
