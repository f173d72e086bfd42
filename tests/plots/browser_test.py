# The report page in a real browser: it loads in silence, sorts, zooms, speaks, and fits a phone.
import os
import sys
import tempfile
import unittest

import made  # noqa: F401  the way to plots/
import made_page
from browser import Browser, find_chromium

TIMELINE = "document.querySelector('.timeline')"
VIEW = f"{TIMELINE}.querySelector('svg.lanes').getAttribute('viewBox').split(' ').map(Number)"


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        cls.path = made_page.write(cls.folder)
        cls.browser = cls.enterClassContext(Browser())

    def setUp(self):
        self.browser.errors.clear()
        self.browser.requests.clear()
        self.browser.resize(1280, 900)
        self.browser.open(self.path)

    def value(self, expression):
        return self.browser.evaluate(expression)

    def test_it_loads_in_silence_and_asks_nobody(self):
        self.assertEqual(self.browser.errors, [])
        self.assertEqual(self.browser.requests, ["file://" + self.path])
        self.assertEqual(self.value("performance.getEntriesByType('resource').length"), 0)

    def test_errors_and_requests_would_be_seen(self):
        path = os.path.join(self.folder, "bad.html")
        with open(path, "w", encoding="utf-8") as file:
            file.write("<img src='http://127.0.0.1:9/x.png'><script>console.error('oh'); undefined_name()</script>")
        self.browser.open(path)
        self.assertIn("['oh']", self.browser.errors)
        self.assertTrue(any("undefined_name" in error for error in self.browser.errors))
        self.assertIn("http://127.0.0.1:9/x.png", self.browser.requests)

    def test_what_failed_stands_before_every_picture(self):
        self.assertEqual(self.value("document.getElementById('failures').textContent"), "1 run does not count")
        order = "document.querySelector('.bad').compareDocumentPosition(document.querySelector('svg')) & Node.DOCUMENT_POSITION_FOLLOWING"
        self.assertTrue(self.value(order))
        self.assertIn("wide spread", self.value("document.querySelector('.warn').innerText"))
        self.assertIn("ring_delayed trained lenet 1.88 times as fast", self.value("document.querySelector('.lead').textContent"))

    def test_tables_sort_by_number_both_ways(self):
        column = "[...document.querySelectorAll('#g1 ~ .scroll tbody tr')].map(row => row.cells[2].textContent)"
        click = "document.querySelectorAll('#g1 ~ .scroll thead button')[2].click()"
        sorted_by = "document.querySelectorAll('#g1 ~ .scroll thead th')[2].getAttribute('aria-sort')"
        self.value(click)
        up = ["0.98", "1 (baseline)", "1.50", "1.60", "1.88", "1.90"]
        self.assertEqual(self.value(column)[:6], up)
        self.assertEqual(self.value(sorted_by), "ascending")
        self.value(click)
        self.assertEqual(self.value(column)[:6], up[::-1])
        self.assertEqual(set(self.value(column)[6:]), {"oversubscribed", "wrong result"})  # no number: last both ways
        self.assertEqual(self.value(sorted_by), "descending")

    def test_tables_sort_by_keyboard(self):
        self.value("document.querySelectorAll('#g1 ~ .scroll thead button')[1].focus()")
        self.browser.key("Enter")
        self.assertEqual(self.value("document.querySelectorAll('#g1 ~ .scroll thead th')[1].getAttribute('aria-sort')"), "ascending")

    def test_timelines_zoom_by_buttons(self):
        click = lambda act: self.value(f"{TIMELINE}.querySelector('[data-do={act}]').click()")
        self.assertEqual(self.value(VIEW), [0, 0, 20, 44])
        click("in")
        self.assertEqual(self.value(VIEW), [5, 0, 10, 44])  # about the middle
        self.assertIn("0.005 ms to 0.015 ms of 0.02 ms", self.value(f"{TIMELINE}.querySelector('.readout').textContent"))
        click("left")
        self.assertEqual(self.value(VIEW), [2.5, 0, 10, 44])
        click("right")
        click("out")
        self.assertEqual(self.value(VIEW), [0, 0, 20, 44])
        click("in")
        click("in")
        click("all")
        self.assertEqual(self.value(VIEW), [0, 0, 20, 44])

    def test_timelines_zoom_by_keys_and_stay_within_their_time(self):
        self.value(f"{TIMELINE}.querySelector('.view').focus()")
        self.browser.key("+")
        self.browser.key("ArrowRight")
        self.assertEqual(self.value(VIEW), [7.5, 0, 10, 44])
        for _ in range(9):
            self.browser.key("ArrowRight")
        self.assertEqual(self.value(VIEW), [10, 0, 10, 44])
        self.browser.key("0")
        self.assertEqual(self.value(VIEW), [0, 0, 20, 44])

    def test_timelines_zoom_by_the_wheel_and_move_by_dragging(self):
        self.value(f"{TIMELINE}.scrollIntoView()")
        x, y, width = self.value(f"(b => [b.left, b.top + 5, b.width])({TIMELINE}.querySelector('svg.lanes').getBoundingClientRect())")
        for _ in range(4):
            self.browser.mouse("mouseWheel", x + width / 2, y, deltaX=0, deltaY=-100, modifiers=2)
        begin, _, shown, _ = self.value(VIEW)
        self.assertAlmostEqual(shown, 20 / 1.2**4)
        self.assertAlmostEqual(begin + shown / 2, 10, places=1)
        self.browser.mouse("mousePressed", x + width / 2, y, button="left", clickCount=1)
        self.browser.mouse("mouseMoved", x + width / 2 + width / 10, y, button="left", buttons=1)
        self.browser.mouse("mouseReleased", x + width / 2 + width / 10, y, button="left", clickCount=1)
        self.assertAlmostEqual(self.value(VIEW)[0], begin - shown / 10, delta=0.05)  # whole pixels
        self.browser.mouse("mouseWheel", x + width / 2, y, deltaX=0, deltaY=-100)
        self.assertAlmostEqual(self.value(VIEW)[2], shown)  # without Ctrl the page is scrolled, the timeline is not

    def test_no_tick_of_a_timeline_is_cut_off_or_covered(self):
        cut = ("[...document.querySelectorAll('.ticks span')].filter(t => t.offsetParent && (t.getBoundingClientRect().right > "
               "t.parentElement.getBoundingClientRect().right + 1 || t.getBoundingClientRect().left < "
               "t.parentElement.getBoundingClientRect().left - 1)).map(t => t.textContent)")
        crowded = ("[...document.querySelectorAll('.ticks span + span')].filter(t => t.offsetParent && t.getBoundingClientRect().left < "
                   "t.previousElementSibling.getBoundingClientRect().right - 1).length")
        for width in (1280, 1111, 1000, 900, 768, 500, 390, 320):
            self.browser.resize(width, 900)
            self.browser.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            self.assertGreater(self.value("document.querySelectorAll('.ticks span').length"), 3)
            self.assertEqual(self.value(cut), [], width)
            self.assertEqual(self.value(crowded), 0, width)

    def test_every_picture_has_words(self):
        silent = ("[...document.querySelectorAll('img, svg, canvas')].filter(i => !(i.getAttribute('aria-label') || i.alt || '').trim() "
                  "|| (i.tagName === 'svg' && i.getAttribute('role') !== 'img')).length")
        self.assertGreater(self.value("document.querySelectorAll('svg').length"), 10)
        self.assertEqual(self.value(silent), 0)

    def test_everything_that_can_be_used_has_a_name_and_can_be_reached(self):
        self.assertEqual(self.value("[...document.querySelectorAll('button, a, summary')].filter(b => !b.textContent.trim()).length"), 0)
        self.assertEqual(self.value("[...document.querySelectorAll('[tabindex=\"0\"]')].filter(r => !r.getAttribute('aria-label') && "
                                    "!r.getAttribute('aria-labelledby')).length"), 0)
        self.assertEqual(self.value("[...document.querySelectorAll('nav a')].filter(a => !document.querySelector(a.hash)).length"), 0)
        self.assertEqual(self.value("(ids => ids.length - new Set(ids).size)([...document.querySelectorAll('[id]')].map(e => e.id))"), 0)
        levels = self.value("[...document.querySelectorAll('h1, h2, h3')].map(h => Number(h.tagName[1]))")
        self.assertEqual(levels[0], 1)
        self.assertTrue(all(b - a <= 1 for a, b in zip(levels, levels[1:])), levels)

    def test_it_fits_a_phone(self):
        for width in (390, 320):
            self.browser.resize(width, 844)
            self.assertLessEqual(self.value("document.documentElement.scrollWidth"), width)

    def test_words_can_be_read_in_light_and_dark(self):
        # WCAG 2.1: a contrast of 4.5 for text, of the ink and of what is soft, on the page and on the two boxes.
        contrast = """(() => {
          const light = (color) => color.match(/[\\d.]+/g).slice(0, 3).map((c) => c / 255)
            .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
            .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0.05);
          const style = (selector) => getComputedStyle(document.querySelector(selector));
          const ratio = (a, b) => Math.max(light(a) / light(b), light(b) / light(a));
          const page = style("body").backgroundColor;
          return [[style("body").color, page], [style("figcaption").color, page], [style("nav a").color, page],
                  [style("body").color, style(".bad").backgroundColor], [style("body").color, style(".warn").backgroundColor],
                  [style(".warn summary").color, style(".warn").backgroundColor]].map(([a, b]) => ratio(a, b));
        })()"""
        before = self.value("getComputedStyle(document.body).backgroundColor")
        for _ in range(2):
            for ratio in self.value(contrast):
                self.assertGreater(ratio, 4.5)
            self.value("document.getElementById('theme').click()")
        self.assertEqual(self.value("getComputedStyle(document.body).backgroundColor"), before)

    def test_it_prints(self):
        path = os.path.join(self.folder, "page.pdf")
        self.browser.pdf(path)
        with open(path, "rb") as file:
            self.assertEqual(file.read(5), b"%PDF-")


class Dark(unittest.TestCase):
    def test_it_follows_the_system(self):
        with tempfile.TemporaryDirectory() as folder:
            path = made_page.write(folder)
            seen = []
            for dark in (False, True):
                with Browser(dark=dark) as browser:
                    browser.open(path)
                    seen.append(browser.evaluate("getComputedStyle(document.body).backgroundColor"))
            self.assertEqual(seen, ["rgb(255, 255, 254)", "rgb(21, 23, 26)"])


if __name__ == "__main__":
    if not find_chromium():
        print("skipped: there is no chromium; bash cmake/install_packages.sh test installs it")
        sys.exit(made.SKIPPED)
    unittest.main(argv=sys.argv[:1])
