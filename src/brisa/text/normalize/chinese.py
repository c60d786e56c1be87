"""Chinese (Mandarin): ``19.4°C`` is 十九点四摄氏度, ``2026年4月3日`` 二零二六年四月三日.

All readings are of this module; it needs no library. Years and room numbers after their words are
read digit by digit, telephone numbers with 幺 for one. ``zh-TW`` and ``zh-HK`` are read the same,
in simplified words where a word is added. A figure inside Latin letters is read in Chinese too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from brisa.text.edits import Edit, Taken
from brisa.text.normalize.base import LanguageRules, ReadingOptions
from brisa.text.normalize.chinese_numbers import LARGEST, cardinal, counted, digit_words
from brisa.text.patterns import LazyPattern, lazy_pattern

_NUMBER: Final = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_START: Final = r"(?<![\d.,])"
_END: Final = r"(?!\d|[.,]\d)"
_MINUS: Final = r"(?:(?<![A-Za-z0-9_)\]\-])[-−])?"

_UNITS: Final = {
    "°C": "摄氏度", "℃": "摄氏度", "°F": "华氏度", "℉": "华氏度", "°": "度", "度": "度",
    "km": "公里", "m": "米", "cm": "厘米", "mm": "毫米", "kg": "公斤", "g": "克", "mg": "毫克",
    "t": "吨",
    "L": "升", "l": "升", "ml": "毫升", "mL": "毫升", "m²": "平方米", "㎡": "平方米",
    "km²": "平方公里", "m³": "立方米", "h": "小时", "min": "分钟", "s": "秒", "ms": "毫秒",
    "kW": "千瓦", "W": "瓦", "V": "伏", "A": "安", "kWh": "千瓦时", "Hz": "赫兹", "MHz": "兆赫",
    "GHz": "吉赫", "KB": "千字节", "MB": "兆字节", "GB": "吉字节", "TB": "太字节", "dB": "分贝",
}  # fmt: skip
_DEGREES: Final = frozenset(("°C", "℃", "°F", "℉", "°", "度"))
_MONEY: Final = {
    "¥": "元", "￥": "元", "RMB": "元", "CNY": "元", "$": "美元", "US$": "美元", "USD": "美元",
    "€": "欧元", "EUR": "欧元", "£": "英镑", "GBP": "英镑", "HK$": "港元", "NT$": "新台币",
    "₩": "韩元", "JPY": "日元", "₽": "卢布",
}  # fmt: skip
_SIGNS: Final = {
    "&": "和", "+": "加", "=": "等于", "×": "乘", "÷": "除以", "±": "正负", "<": "小于",
    ">": "大于", "≤": "小于等于", "≥": "大于等于", "≈": "约等于", "@": "at", "%": "百分号",
    "‰": "千分号", "#": "井号", "²": "的平方", "³": "的立方", "€": "欧元", "£": "英镑",
    "°": "度", "№": "第",
}  # fmt: skip
_MEASURES: Final = (
    "个只条张本位件台辆杯瓶碗次天年周岁种家座层块名棵朵双套间"
    "部支把句首封头匹门份片元人小时分钟公斤米"
)

_Say = Callable[[re.Match[str], ReadingOptions], str | None]


def _any(words: dict[str, str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def _number(written: str) -> str:
    sign = "负" if written[0] in "-−" else ""
    whole, _, decimals = written.lstrip("-−").replace(",", "").partition(".")
    if len(whole) > 1 and whole[0] == "0" or len(whole) >= len(str(LARGEST)):
        said = digit_words(whole)
    else:
        said = cardinal(int(whole))
    return sign + said + (f"点{digit_words(decimals)}" if decimals else "")


def _measured(written: str) -> str:
    plain = written.replace(",", "")
    return counted(int(plain)) if plain.isdecimal() and plain[0] != "0" else _number(written)


def _date(match: re.Match[str], options: ReadingOptions) -> str | None:
    year, month, day = (match[name] for name in ("year", "month", "day"))
    if not (1 <= int(month) <= 12 and 1 <= int(day) <= 31):
        return None
    return f"{digit_words(year)}年{cardinal(int(month))}月{cardinal(int(day))}日"


def _day_first(match: re.Match[str], options: ReadingOptions) -> str | None:
    first, second = int(match["first"]), int(match["second"])
    day, month = (second, first) if options.date_order == "mdy" else (first, second)
    if month > 12:
        day, month = month, day
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return f"{digit_words(match['year'])}年{cardinal(month)}月{cardinal(day)}日"


def _time(match: re.Match[str], _options: ReadingOptions) -> str:
    hour, minute, second = match["hour"], int(match["minute"]), match["second"]
    said = f"{counted(int(hour)) if int(hour) == 2 else cardinal(int(hour))}点"
    if minute or second:
        said += ("零" if minute < 10 and minute else "") + f"{cardinal(minute)}分"
    else:
        said += "整"
    return f"{said}{cardinal(int(second))}秒" if second else said


def _percent(match: re.Match[str], _options: ReadingOptions) -> str:
    of = "千分之" if match["sign"] == "‰" else "百分之"
    low = f"{of}{_number(match['low'])}"
    return f"{low}到{of}{_number(match['high'])}" if match["high"] else low


def _money(match: re.Match[str], _options: ReadingOptions) -> str:
    return f"{_measured(match['number'])}{match['scale'] or ''}{_MONEY[match['sign']]}"


def _unit(match: re.Match[str], _options: ReadingOptions) -> str:
    number = f"{_number(match['number'])}"
    if match["unit"] in _DEGREES:
        below = match.string[: match.start()].endswith("零下")
        number = number.replace("负", "" if below else "零下", 1)
    said = f"{number}到{_number(match['high'])}" if match["high"] else number
    if match["per"]:
        return f"每{_UNITS[match['per']]}{said}{_UNITS[match['unit']]}"
    if said == "二":
        said = "两"
    return f"{said}{_UNITS[match['unit']]}"


def _version(match: re.Match[str], _options: ReadingOptions) -> str:
    parts = "点".join(_number(part) for part in match["parts"].split("."))
    return f"版本{parts}" if match["v"] else parts


def _range(match: re.Match[str], _options: ReadingOptions) -> str:
    between = "比" if match["mark"] in (":", "：") else "到"
    return f"{_number(match['low'])}{between}{_number(match['high'])}"


def _fraction(match: re.Match[str], _options: ReadingOptions) -> str:
    return f"{_number(match['bottom'])}分之{_number(match['top'])}"


def _phone(match: re.Match[str], _options: ReadingOptions) -> str:
    groups = _DIGITS.findall(match["digits"])
    plus = "加" if match["digits"].startswith("+") else ""
    return plus + "，".join(digit_words(group, telephone=True) for group in groups)


def _plain(match: re.Match[str], _options: ReadingOptions) -> str:
    return _number(match[0])


def _address(match: re.Match[str], _options: ReadingOptions) -> str:
    names = {".": "点", "@": "艾特", "-": "杠", "_": "下划线", "/": "斜杠", ":": "冒号"}
    body = _SCHEME.sub("", match[0]).rstrip("/.")
    said = [
        digit_words(piece) if piece.isdecimal() else names.get(piece, piece)
        for piece in _PIECE.findall(body)
    ]
    return " ".join(said)


_DIGITS: Final = lazy_pattern(r"\d+")
_SCHEME: Final = lazy_pattern(r"^https?://")
_PIECE: Final = lazy_pattern(r"\d+|[^\W\d_]+|.")
_SIGNED: Final = lazy_pattern(rf"[-−]?(?:{_NUMBER})")

_RULES: Final[tuple[tuple[LazyPattern, _Say], ...]] = (
    (
        lazy_pattern(r"(?<![A-Za-z0-9.])[\w.+-]{1,64}@[\w-]+(?:\.[A-Za-z][\w-]*)+", re.ASCII),
        _address,
    ),
    (lazy_pattern(r"https?://[!-~]+|www\.[!-~]+", re.ASCII), _address),
    (
        lazy_pattern(
            rf"{_START}(?P<year>\d{{4}})[-/.](?P<month>\d{{1,2}})[-/.](?P<day>\d{{1,2}})(?![\d-])"
        ),
        _date,
    ),
    (
        lazy_pattern(
            rf"{_START}(?P<first>\d{{1,2}})/(?P<second>\d{{1,2}})/(?P<year>\d{{4}})(?![\d/])"
        ),
        _day_first,
    ),
    (lazy_pattern(r"(?<![\d.])\d{4}(?=年)"), lambda match, _: digit_words(match[0])),
    (
        lazy_pattern(
            r"(?<![A-Za-z0-9_+])(?P<digits>\+\d{1,3}(?:[ -]?\d{2,11}){1,5}|1[3-9]\d{9}"
            r"|1[3-9]\d(?:[ -]\d{4}){2}|0\d{2,3}-\d{7,8}|[48]00(?:-\d{3,4}){2})(?!\d)"
        ),
        _phone,
    ),
    (
        lazy_pattern(
            r"(?<=电话|手机|号码|机号|话号|房间|邮编|密码|拨打|致电|热线|证码|尾号|航班|房号)"
            r"(?P<digits>[：: 是为]?\d(?:[ -]?\d){2,14})(?![\d%./]|[元块个天次分秒小米公])"
        ),
        lambda match, options: match["digits"][0].strip("0123456789") + _phone(match, options),
    ),
    (
        lazy_pattern(
            rf"{_START}(?P<hour>[01]?\d|2[0-4])[:：](?P<minute>[0-5]\d)"
            r"(?:[:：](?P<second>[0-5]\d))?(?![\d:])"
        ),
        _time,
    ),
    (
        lazy_pattern(
            rf"{_MINUS}(?P<low>(?:{_NUMBER}))%?[~～\-–—至到]"
            rf"(?P<high>{_NUMBER})(?P<sign>[%‰％])"
        ),
        _percent,
    ),
    (lazy_pattern(rf"(?P<low>{_MINUS}{_START}(?:{_NUMBER}))(?P<high>)(?P<sign>[%‰％])"), _percent),
    (
        lazy_pattern(
            rf"(?P<sign>{_any(_MONEY)}) ?(?P<number>{_NUMBER})(?P<scale>[百千]?[万亿])?{_END}元?"
        ),
        _money,
    ),
    (
        lazy_pattern(
            rf"{_START}(?P<number>{_NUMBER})(?P<scale>[百千]?[万亿])? ?"
            rf"(?P<sign>{_any(_MONEY)})(?![A-Za-z])"
        ),
        _money,
    ),
    (lazy_pattern(r"(?<![A-Za-z0-9_.])(?P<v>[vV])?(?P<parts>\d+(?:\.\d+){2,})(?![\d.])"), _version),
    (lazy_pattern(r"(?<![A-Za-z0-9_.])(?P<v>[vV])(?P<parts>\d+\.\d+)(?![\d.])"), _version),
    (
        lazy_pattern(
            rf"(?P<number>{_MINUS}{_START}(?:{_NUMBER}))(?:[~～\-–—至](?P<high>{_NUMBER}))? ?"
            rf"(?P<unit>{_any(_UNITS)})(?:/(?P<per>{_any(_UNITS)}))?(?![A-Za-z0-9])"
        ),
        _unit,
    ),
    (lazy_pattern(rf"{_START}(?P<top>\d{{1,4}})/(?P<bottom>\d{{1,4}})(?![\d/])"), _fraction),
    (
        lazy_pattern(rf"{_START}(?P<low>{_NUMBER})(?P<mark>[~～\-–—:：])(?P<high>{_NUMBER}){_END}"),
        _range,
    ),
    (
        lazy_pattern(rf"{_MINUS}(?<![第\d.,])(?:{_NUMBER})(?=[{_MEASURES}])"),
        lambda m, _: _measured(m[0]),
    ),
    (lazy_pattern(rf"{_MINUS}{_START}(?:{_NUMBER}){_END}"), _plain),
    (lazy_pattern(r"\d+"), _plain),
    (lazy_pattern(r"\d"), _plain),
    (lazy_pattern(rf"(?:{_any(_SIGNS)})"), lambda match, _: _SIGNS[match[0]]),
)


_GATE: Final = lazy_pattern(
    rf"\d|[{re.escape(''.join(sign for sign in _SIGNS if len(sign) == 1))}]|www\.|://"
)


def _find_edits(text: str, taken: Taken, options: ReadingOptions) -> list[Edit]:
    if not _GATE.search(text):
        return []
    known, given = Taken(taken.edits), set(taken.edits)
    for pattern, say in _RULES:
        for match in pattern.finditer(text):
            if known.free(match.start(), match.end()):
                said = say(match, options)
                if said is not None:
                    known.add([Edit(match.start(), match.end(), said)])
    return [edit for edit in known.edits if edit not in given]


def _say_as(text: str, interpret_as: str, _options: ReadingOptions) -> str | None:
    kind = interpret_as.partition(":")[0]
    digits = "".join(char for char in text if char.isdecimal())
    if kind in ("characters", "spell-out"):
        return " ".join(digit_words(c) if c.isdecimal() else c for c in text if not c.isspace())
    if kind in ("digits", "telephone") and digits:
        return digit_words(digits, telephone=kind == "telephone")
    if kind in ("cardinal", "number", "ordinal") and _SIGNED.fullmatch(text):
        return ("第" if kind == "ordinal" else "") + _number(text)
    return None


RULES: Final = LanguageRules("zh", _find_edits, _say_as)
