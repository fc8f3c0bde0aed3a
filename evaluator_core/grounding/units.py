"""Units of measure: which belong together and how they convert."""

from __future__ import annotations

import re
from collections.abc import Iterator

_WRITTEN = """
s sec secs second seconds 秒=1; ms millisecond milliseconds 毫秒=1e-3; min mins minute minutes 分钟=60;
  h hr hrs hour hours 小时=3600; day days 天 日=86400; week weeks 周=604800
week weeks 周=1/52; month months 个月 月=1/12; year years yr yrs 年=1; decade decades=10
mm millimeter millimeters 毫米=1e-3; cm centimeter centimeters centimetre centimetres 厘米=1e-2;
  m meter meters metre metres 米=1; km kilometer kilometers kilometre kilometres 公里 千米=1e3;
  nm nanometer nanometers=1e-9; micrometer micrometers=1e-6; inch inches in 英寸=0.0254;
  ft foot feet 英尺=0.3048; yd yard yards=0.9144; mi mile miles 英里=1609.344
mg milligram milligrams 毫克=1e-6; g gram grams 克=1e-3; kg kilogram kilograms 公斤 千克=1; 斤=0.5;
  lb lbs pound pounds 磅=0.45359237; oz ounce ounces=0.028349523125; ton tons tonne tonnes 吨=1000
b byte bytes=1; kb=1024; mb=1048576; gb=1073741824; tb=1099511627776
ml milliliter milliliters 毫升=1e-3; l liter liters litre litres 升=1
hz hertz=1; khz=1e3; mhz=1e6; ghz=1e9
nc=1e-9; μc uc microcoulomb=1e-6; mc=1e-3; c coulomb coulombs=1
$ dollar dollars usd=1; cent cents=0.01
元=1; 角=0.1; 分=0.01
atm atmosphere atmospheres=101325; pa pascal pascals=1; kpa=1e3; mpa=1e6; bar=1e5
j joule joules=1; kj kilojoule kilojoules=1e3; mj=1e6
w watt watts=1; kw kilowatt kilowatts=1e3; mw megawatt megawatts=1e6
"""
"""One dimension each, continued on indented lines: names of a unit, and how many of the base unit it is."""


def _factor(written: str) -> float:
    over, _, under = written.partition("/")
    return float(over) / float(under or 1)


DIMENSIONS: tuple[dict[str, float], ...] = tuple(
    {
        name: _factor(factor)
        for unit in dimension.split(";")
        for names, _, factor in [unit.partition("=")]
        for name in names.split()
    }
    for dimension in _WRITTEN.strip().replace("\n  ", " ").split("\n")
)
_OF: dict[str, list[int]] = {}
for _number, _dimension in enumerate(DIMENSIONS):
    for _name in _dimension:
        _OF.setdefault(_name, []).append(_number)
UNIT = re.compile(r"\s*-?\s*([a-zμ]+(?![a-zμ])|\$|" + "|".join(
    sorted((name for name in _OF if not name.isascii() and name != "μc"), key=len, reverse=True)
) + ")")  # fmt: skip
"""What may stand behind a number as its unit."""


def dimensions_of(unit: str) -> Iterator[tuple[int, float]]:
    """The dimensions that know a unit, each with the unit's size in it."""
    for number in _OF.get(unit, ()):
        yield number, DIMENSIONS[number][unit]


def is_unit(word: str) -> bool:
    """Whether a word is the name of a unit."""
    return word in _OF


def units_named(text: str) -> list[str]:
    """The units that a folded text, such as a parameter's description, names."""
    words = dict.fromkeys(re.findall(r"[a-zμ]+|\$", text))
    found = [word for word in words if word in _OF]
    if not text.isascii():
        found += [name for name in _OF if not name.isascii() and name in text]
    return found
