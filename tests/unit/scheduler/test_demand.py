"""What an engine's streams are learnt to cost."""

import pytest

from brisa.scheduler.demand import MAX_ENGINES, Demands, DemandSeed, EngineDemand

pytestmark = pytest.mark.unit

MS = 1_000_000


def test_a_seed_stands_until_steps_were_measured() -> None:
    demand = EngineDemand(DemandSeed(rtf=0.2, step_ns=10 * MS, first_ns=30 * MS))
    assert demand.rtf == pytest.approx(0.2)
    assert (demand.long_step_ns, demand.first_p90_ns) == (10 * MS, 30 * MS)
    for _ in range(2000):
        demand.stepped(8 * MS, 160 * MS, batch_size=1)
    assert demand.rtf == pytest.approx(0.05, rel=0.01)
    assert demand.spread == 0.0


def test_a_shared_step_costs_each_its_part() -> None:
    demand = EngineDemand(DemandSeed())
    for _ in range(5000):
        demand.stepped(40 * MS, 100 * MS, batch_size=4)
    assert demand.rtf == pytest.approx(0.1, rel=0.01)
    assert demand.long_step_ns == 40 * MS


def test_steps_without_audio_count() -> None:
    demand = EngineDemand(DemandSeed())
    for _ in range(3000):
        demand.stepped(10 * MS, 0, batch_size=1)
        demand.stepped(10 * MS, 200 * MS, batch_size=1)
    assert demand.rtf == pytest.approx(0.1, rel=0.01)


def test_spread_is_what_nine_of_ten_stay_within() -> None:
    demand = EngineDemand(DemandSeed())
    for _ in range(1000):
        for cost_ms in (10, 10, 10, 10, 10, 10, 10, 10, 26, 26):
            demand.stepped(cost_ms * MS, 160 * MS, batch_size=1)
    assert demand.spread == pytest.approx(0.1, rel=0.01)


def test_lengths_are_learnt() -> None:
    demand = EngineDemand(DemandSeed(utterance_ns=1000))
    for _ in range(400):
        demand.ended(9000)
    assert demand.utterance_ns == pytest.approx(9000, rel=0.01)


def test_engines_are_bounded() -> None:
    demands = Demands()
    for index in range(MAX_ENGINES + 10):
        demands.of(str(index))
    assert len(demands) == MAX_ENGINES
