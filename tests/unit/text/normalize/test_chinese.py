"""What Chinese texts are read as."""

from __future__ import annotations

import pytest

from brisa.text.edits import Taken, apply_edits
from brisa.text.normalize.base import ReadingOptions
from brisa.text.normalize.chinese import RULES

pytestmark = pytest.mark.unit

READINGS = [
    ("zh", "今天气温19.4°C，湿度52%。", "今天气温 十九点四摄氏度，湿度 百分之五十二。"),
    (
        "zh",
        "价格是1,234.50元，2026年4月3日17:30。",
        "价格是 一千二百三十四点五零 元，二零二六 年 四 月 三 日 十七点三十分。",
    ),
    ("zh", "电话13812345678", "电话 幺三八幺二三四五六七八"),
    ("zh", "第3名，第2个", "第 三 名，第 二 个"),
    ("zh", "#4512 花费€20", "井号 四千五百一十二 花费 二十欧元"),
    ("zh", "1/2，5-9人，3月5日", "二分之一，五到九 人，三 月 五 日"),
    ("zh", "-5度，2026-04-03", "负五 度，二零二六年四月三日"),
    ("zh", "30km/h，5GB", "每小时三十公里，五吉字节"),
    ("zh", "¥12.5，$3万", "十二点五元，三万美元"),
    ("zh", "比分3:2", "比分 三比二"),
    ("zh", "Hello 你好 world 3", "Hello 你好 world 三"),
    (
        "zh",
        "发给 a.b@example.com 或 www.example.com",
        "发给 a 点 b 艾特 example 点 com 或 www 点 example 点 com",
    ),
    ("zh", "100万人，3.5亿", "一百 万人，三点五 亿"),
    ("zh", "1998年，2000年，20世纪90年代", "一九九八 年，二零零零 年，二十 世纪 九十 年代"),
    ("zh", "他有2个苹果，200元，2两，12层", "他有 两 个苹果，二百 元，二 两，十二 层"),
    ("zh", "v2.0.1", "版本二点零点一"),
    ("zh", "１２３", "一百二十三"),
    ("zh", "10%~20%", "百分之十到百分之二十"),
    ("zh", "下午3:05，8:00", "下午 三点零五分，八点整"),
    ("zh", "5G 4K AI", "五 G 四 K AI"),
    (
        "zh",
        "10005, 100010, 1000000, 120000000, 10000001",
        "一万零五, 十万零一十, 一百万, 一亿二千万, 一千万零一",
    ),
    ("zh", "电话：010-12345678", "电话：零幺零，幺二三四五六七八"),
    ("zh", "房间1203", "房间 幺二零三"),
    ("zh", "3 + 4 = 7", "三 加 四 等于 七"),
    ("zh", "2小时", "两 小时"),
]


@pytest.mark.parametrize(("language", "written", "spoken"), READINGS)
def test_reading(language: str, written: str, spoken: str) -> None:
    edits = RULES.find_edits(written, Taken(), ReadingOptions(language))
    said = apply_edits(written, edits).text
    assert said.replace(" ", "") == spoken.replace(" ", "")


def test_a_sentence_without_figures_or_signs_is_left_alone() -> None:
    sentence = "猫在床上睡觉。"
    assert RULES.find_edits(sentence, Taken(), ReadingOptions("zh")) == []
