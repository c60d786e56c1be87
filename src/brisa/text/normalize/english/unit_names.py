"""Units of measurement as they are written, and their names for one and for several."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_REGULAR: Final = (
    ("km kilometer", "cm centimeter", "mm millimeter", "nm nanometer", "m meter", "dm decimeter"),
    ("µm micrometer", "μm micrometer", "yd yard", "mi mile", "nmi nautical_mile"),
    ("kg kilogram", "mg milligram", "µg microgram", "μg microgram", "mcg microgram", "g gram"),
    ("lb pound", "lbs pound", "oz ounce", "t ton", "kt kiloton", "st stone"),
    ("l liter", "L liter", "ml milliliter", "mL milliliter", "cl centiliter", "dl deciliter"),
    ("gal gallon", "qt quart", "pt pint", "tsp teaspoon", "tbsp tablespoon"),
    ("s second", "sec second", "secs second", "min minute", "mins minute", "h hour", "hr hour"),
    ("hrs hour", "ms millisecond", "µs microsecond", "μs microsecond", "ns nanosecond"),
    ("yr year", "yrs year", "mo month", "mos month", "wk week", "wks week"),
    ("B byte", "kB kilobyte", "KB kilobyte", "MB megabyte", "GB gigabyte", "TB terabyte"),
    ("PB petabyte", "KiB kibibyte", "MiB mebibyte", "GiB gibibyte", "TiB tebibyte"),
    ("kb kilobit", "Mb megabit", "Gb gigabit"),
    ("W watt", "kW kilowatt", "MW megawatt", "GW gigawatt", "mW milliwatt"),
    ("Wh watt_hour", "kWh kilowatt_hour", "MWh megawatt_hour", "GWh gigawatt_hour"),
    ("V volt", "kV kilovolt", "mV millivolt", "mA milliamp", "mAh milliamp_hour", "Ah amp_hour"),
    ("Ω ohm", "Ω ohm", "kΩ kilohm", "MΩ megohm", "dB decibel", "N newton", "Nm newton_meter"),
    ("Pa pascal", "hPa hectopascal", "kPa kilopascal", "MPa megapascal", "mbar millibar"),
    ("J joule", "kJ kilojoule", "MJ megajoule", "kcal kilocalorie", "cal calorie"),
    ("px pixel", "MP megapixel", "ha hectare", "ac acre", "hp horsepower|", "ly light_year"),
    ("Hz hertz|", "kHz kilohertz|", "MHz megahertz|", "GHz gigahertz|", "THz terahertz|"),
    ("ft foot|feet", "in inch|inches", "psi P_S_I|", "mmHg millimeter_of_mercury|"),
    ("sqft square_foot|square_feet", "sqm square_meter", "cc C_C|", "pct percent|"),
    (
        "fps frame_per_second|frames_per_second",
        "rpm R_P_M|",
        "bpm beat_per_minute|beats_per_minute",
    ),
    ("mph mile_per_hour|miles_per_hour", "kph kilometer_per_hour|kilometers_per_hour"),
    ("kmh kilometer_per_hour|kilometers_per_hour", "mpg mile_per_gallon|miles_per_gallon"),
    ("kbps kilobit_per_second|kilobits_per_second", "Mbps megabit_per_second|megabits_per_second"),
    ("Gbps gigabit_per_second|gigabits_per_second", "dpi dot_per_inch|dots_per_inch"),
    ("ppm part_per_million|parts_per_million", "ppb part_per_billion|parts_per_billion"),
    ("kn knot", "kts knot", "mol mole", "mmol millimole", "lm lumen", "lx lux|", "K kelvin"),
)


def _names() -> dict[str, tuple[str, str]]:
    names: dict[str, tuple[str, str]] = {}
    for entry in (entry for row in _REGULAR for entry in row):
        written, name = entry.split(" ")
        one, bar, many = name.replace("_", " ").partition("|")
        names[written] = (one, many or (one if bar else f"{one}s"))
    return names


NAMES: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(_names())

ONLY_GLUED: Final = frozenset({"B", "t", "K", "st", "in", "pt", "MP", "mo", "cal", "ac", "N", "J"})
"""These are other words or names where a space stands before them."""

NOT_GLUED: Final = frozenset({"K", "B", "t", "st", "MP", "J"})
"""And these are something else (a thousand, an ordinal) where none does."""

DEGREES: Final[Mapping[str, str]] = MappingProxyType(
    {"C": "Celsius", "F": "Fahrenheit", "K": "Kelvin"}
)
