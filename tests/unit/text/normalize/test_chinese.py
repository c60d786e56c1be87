"""What Chinese texts are read as."""

from __future__ import annotations

import pytest

from brisa.text.edits import Taken, apply_edits
from brisa.text.normalize.base import ReadingOptions
from brisa.text.normalize.chinese import RULES

pytestmark = pytest.mark.unit

READINGS = [
    ("zh", "今天气温19.4°C，湿度52%。", "今天气温十九点四摄氏度，湿度百分之五十二。"),
    (
        "zh",
        "价格是1,234.50元，2026年4月3日17:30。",
        "价格是一千二百三十四点五零元，二零二六年四月三日十七点三十分。",
    ),
    ("zh", "电话13812345678", "电话幺三八幺二三四五六七八"),
    ("zh", "第3名，第2个", "第三名，第二个"),
    ("zh", "#4512 花费€20", "井号四千五百一十二 花费二十欧元"),
    ("zh", "1/2，5-9人，3月5日", "二分之一，五到九人，三月五日"),
    ("zh", "-5度，2026-04-03", "零下五度，二零二六年四月三日"),
    ("zh", "30km/h，5GB", "每小时三十公里，五吉字节"),
    ("zh", "¥12.5，$3万", "十二点五元，三万美元"),
    ("zh", "比分3:2", "比分三比二"),
    ("zh", "Hello 你好 world 3", "Hello 你好 world 三"),
    (
        "zh",
        "发给 a.b@example.com 或 www.example.com",
        "发给 a 点 b 艾特 example 点 com 或 www 点 example 点 com",
    ),
    ("zh", "100万人，3.5亿", "一百万人，三点五亿"),
    ("zh", "1998年，2000年，20世纪90年代", "一九九八年，二零零零年，二十世纪九十年代"),
    ("zh", "他有2个苹果，200元，2两，12层", "他有两个苹果，二百元，二两，十二层"),
    ("zh", "v2.0.1", "版本二点零点一"),
    ("zh", "１２３", "一百二十三"),
    ("zh", "10%~20%", "百分之十到百分之二十"),
    ("zh", "下午3:05，8:00", "下午三点零五分，八点整"),
    ("zh", "5G 4K AI", "五 G 四 K AI"),
    (
        "zh",
        "10005, 100010, 1000000, 120000000, 10000001",
        "一万零五, 十万零一十, 一百万, 一亿二千万, 一千万零一",
    ),
    ("zh", "电话：010-12345678", "电话：零幺零，幺二三四五六七八"),
    ("zh", "房间1203", "房间幺二零三"),
    ("zh", "3 + 4 = 7", "三 加 四 等于 七"),
    ("zh", "2小时", "两小时"),
    ("zh", "最低气温是-12℃，负债-200元", "最低气温是零下十二摄氏度，负债负二百元"),
    ("zh", "零下-3度", "零下三度"),
    (
        "zh",
        "请拨打119或95588，我的手机号是13912340001",
        "请拨打幺幺九或九万五千五百八十八，我的手机号是幺三九幺二三四零零零幺",
    ),
    ("zh", "电话费200元，致电120", "电话费二百元，致电幺二零"),
    ("zh", "版本3.1.4发布", "版本三点一点四发布"),
    ("zh", "邮箱a@example.cn可用", "邮箱 a 艾特 example 点 cn 可用"),
]


@pytest.mark.parametrize(("language", "written", "spoken"), READINGS)
def test_reading(language: str, written: str, spoken: str) -> None:
    edits = RULES.find_edits(written, Taken(), ReadingOptions(language))
    assert apply_edits(written, edits).text == spoken


def test_a_sentence_without_figures_or_signs_is_left_alone() -> None:
    sentence = "猫在床上睡觉。"
    assert RULES.find_edits(sentence, Taken(), ReadingOptions("zh")) == []
