"""SVG pages are safe, small and self-contained."""

from xml.etree import ElementTree as ET

import pytest

from proctor.reports.lettering import centred, clean, cut, width, wrap
from proctor.reports.svg_page import element, number, page, text, tooltip

HOSTILE = "</script><script>alert('x')</script>&\"\x00\x1b[31m\ud800\u202e\ufffe]]>"


def a_page(content: str) -> ET.Element:
    body = [text((1, 2), content, "ink"), tooltip(content, [element("rect", "floor", x=1)])]
    return ET.fromstring(page(10, 10, title=content, about=content, body=body))


def test_hostile_text_stays_text() -> None:
    root = a_page(HOSTILE)

    assert not [child for child in root.iter() if child.tag.endswith("script")]
    shown = next(child for child in root.iter() if child.tag.endswith("}text"))
    assert shown.text == "</script><script>alert('x')</script>&\"[31m]]>"


def test_a_page_speaks_to_screen_readers_and_refers_to_nothing_outside() -> None:
    written = page(10, 10, title="a map", about="two cells", body=())
    root = ET.fromstring(written)

    assert root.get("role") == "img"
    assert [child.text for child in root][:2] == ["a map", "two cells"]
    assert "href" not in written
    assert "url(" not in written
    assert "@import" not in written


def test_a_page_has_colours_for_light_and_dark() -> None:
    assert "prefers-color-scheme:dark" in page(1, 1, title="", about="", body=())


@pytest.mark.parametrize(
    ("value", "written"),
    [(1, "1"), (1 / 3, "0.33"), (-0.001, "0"), (1e6, "1000000"), (-2.5, "-2.5")],
)
def test_numbers_have_at_most_two_decimals(value: float, written: str) -> None:
    assert number(value) == written


def test_text_is_measured_wrapped_and_cut() -> None:
    lines = wrap("one two three four", 12, 60)

    assert " ".join(lines) == "one two three four"
    assert all(width(line, 12) <= 60 for line in lines)
    assert all(width(line, 12) <= 60 for line in wrap("x" * 100, 12, 60))
    assert cut("x" * 1_000_000, 5) == "xxxx…"
    assert clean("a\x07b\u200bc") == "abc"


def test_wide_letters_take_two_columns_of_a_terminal() -> None:
    assert centred("日本", 6) == " 日本 "
    assert centred("日本語", 5) == "日本…"
    assert centred("", 2) == "  "
