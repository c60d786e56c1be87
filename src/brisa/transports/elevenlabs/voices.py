"""The voices that the vendor has for everybody: names and ids that clients are set up with."""

from __future__ import annotations

from typing import Final

PREMADE: Final = {
    "9BWtsMINqrJLrRacOk9x": "Aria",
    "CwhRBWXzGAHq8TQ4Fs17": "Roger",
    "EXAVITQu4vr4xnSDxMaL": "Sarah",
    "FGY2WhTYpPnrIDTdsKH5": "Laura",
    "IKne3meq5aSn9XLyUdCD": "Charlie",
    "JBFqnCBsd6RMkjVDRZzb": "George",
    "N2lVS1w4EtoT3dr4eOWO": "Callum",
    "SAz9YHcvj6GT2YYXdXww": "River",
    "TX3LPaxmHKxFdv7VOQHJ": "Liam",
    "XB0fDUnXU5powFXDhCwa": "Charlotte",
    "Xb7hH8MSUJpSbSDYk0k2": "Alice",
    "XrExE9yKIg1WjnnlVkGX": "Matilda",
    "bIHbv24MWmeRgasZH58o": "Will",
    "cgSgspJ2msm6clMCkdW9": "Jessica",
    "cjVigY5qzO86Huf0OWal": "Eric",
    "iP95p4xoKVk53GoZ742B": "Chris",
    "nPczCjzI2devNBz1zQrb": "Brian",
    "onwK4e9ZLuTAKqWW03F9": "Daniel",
    "pFZP5JQG7iQjIQuC4Bku": "Lily",
    "pqHfZKP75CvOlQylNhV4": "Bill",
    "21m00Tcm4TlvDq8ikWAM": "Rachel",
    "AZnzlk1XvdvUeBnXmlld": "Domi",
    "ErXwobaYiN019PkySvjV": "Antoni",
    "MF3mGyEYCl7XYWbV9V6O": "Elli",
    "TxGEqnHWrfWFTfGW9XjX": "Josh",
    "VR6AewLTigWG4xSOukaG": "Arnold",
    "pNInz6obpgDQGcFmaJgB": "Adam",
    "yoZ06aMxZJJ28mfd3POQ": "Sam",
}
"""By id: the defaults of SDKs, plugins and the vendor's own examples."""

THEIRS: Final = frozenset(name.lower() for pair in PREMADE.items() for name in pair)
"""Ids and names, in lower case: they mean the default voice unless the server has an alias."""
