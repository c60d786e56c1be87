"""The ladder goes up under strain, down when it is over, one rung at a time and without flicker."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.errors import ConfigError
from brisa.scheduler.ladder import ALL_RUNGS, Ladder, LadderOptions, Rung, Strain

pytestmark = pytest.mark.unit

HARM = Strain(0.99, underruns=1)
BUSY = Strain(0.95)
EASY = Strain(0.1)
BETWEEN = Strain(0.8)

strains = st.builds(
    Strain,
    load=st.floats(0.0, 1.5),
    underruns=st.integers(0, 2),
    late_first_audio=st.booleans(),
    refused=st.integers(0, 2),
)
courses = st.lists(st.tuples(strains, st.integers(1, 12)), max_size=12).map(
    lambda parts: [strain for strain, looks in parts for _ in range(looks)]
)


def rungs(course: list[Strain], options: LadderOptions | None = None) -> list[Rung]:
    ladder = Ladder(options)
    return [ladder.look(strain) for strain in course]


def test_a_rung_takes_three_strained_looks_and_ten_relaxed_ones() -> None:
    up = rungs([BUSY] * 6)
    assert up == [Rung.NORMAL] * 2 + [Rung.LOOK_AHEAD] * 3 + [Rung.LIGHTER_VOICE]
    down = rungs([BUSY] * 3 + [EASY] * 10)[3:]
    assert down == [Rung.LOOK_AHEAD] * 9 + [Rung.NORMAL]


@pytest.mark.parametrize(
    "strain",
    [BUSY, Strain(0.1, underruns=1), Strain(0.1, late_first_audio=True), Strain(0.1, refused=1)],
)
def test_each_kind_of_strain_leads_up(strain: Strain) -> None:
    assert rungs([strain] * 3)[-1] is Rung.LOOK_AHEAD


def test_a_full_machine_alone_does_not_refuse_everybody_harm_does() -> None:
    assert rungs([replace(BUSY, refused=9)] * 50)[-1] is Rung.SAMPLE_RATE
    assert rungs([HARM] * 12)[-1] is Rung.REFUSE


def test_refusing_is_left_when_nobody_is_harmed_though_the_machine_is_full() -> None:
    assert rungs([HARM] * 12 + [BETWEEN] * 10)[-1] is Rung.SAMPLE_RATE
    assert rungs([HARM] * 12 + [BETWEEN] * 99)[-1] is Rung.SAMPLE_RATE


def test_between_the_two_loads_nothing_moves() -> None:
    assert set(rungs([BUSY] * 3 + [BETWEEN] * 100)[3:]) == {Rung.LOOK_AHEAD}
    assert set(rungs([BETWEEN] * 100)) == {Rung.NORMAL}


def test_strain_that_comes_and_goes_does_not_add_up() -> None:
    assert set(rungs([HARM, HARM, EASY] * 30)) == {Rung.NORMAL}


def test_rungs_that_there_are_not_are_passed_over() -> None:
    options = LadderOptions(rungs=(Rung.NORMAL, Rung.SAMPLE_RATE))
    assert rungs([HARM] * 50, options)[-1] is Rung.SAMPLE_RATE
    assert rungs([HARM] * 3, options)[-1] is Rung.SAMPLE_RATE


@given(courses)
def test_it_moves_one_rung_at_a_time_and_never_soon_again(course: list[Strain]) -> None:
    options = LadderOptions()
    trail = [Rung.NORMAL, *rungs(course, options)]
    moves = [at for at, (one, other) in enumerate(pairwise(trail)) if one != other]
    assert all(abs(one - other) <= 1 for one, other in pairwise(trail))
    assert all(other - one >= options.up_looks for one, other in pairwise([-1, *moves]))
    for one, other in pairwise(moves):
        if trail[other + 1] < trail[other]:
            assert other - one >= options.down_looks


@given(courses, st.data())
def test_more_strain_never_leads_to_a_lower_rung(course: list[Strain], data: st.DataObject) -> None:
    def more(strain: Strain) -> Strain:
        return Strain(
            strain.load + data.draw(st.sampled_from((0.0, 0.0, 0.3))),
            strain.underruns + data.draw(st.integers(0, 1)),
            strain.late_first_audio or data.draw(st.booleans()),
            strain.refused,
        )

    worse = rungs([more(strain) for strain in course])
    assert all(high >= low for high, low in zip(worse, rungs(course), strict=True))


@given(courses)
def test_ease_always_leads_back_to_normal(course: list[Strain]) -> None:
    options = LadderOptions()
    assert rungs([*course, *[EASY] * options.down_looks * len(ALL_RUNGS)])[-1:] == [Rung.NORMAL]


def test_options_that_contradict_one_another_are_refused() -> None:
    for wrong in (
        {"up_load": 0.5, "down_load": 0.6},
        {"up_looks": 0},
        {"rungs": (Rung.LOOK_AHEAD,)},
        {"rungs": (Rung.NORMAL, Rung.REFUSE, Rung.LOOK_AHEAD)},
    ):
        with pytest.raises(ConfigError):
            LadderOptions(**wrong)  # type: ignore[arg-type]


def test_in_a_closed_loop_it_comes_to_rest_where_the_load_can_be_borne() -> None:
    """Load follows what is asked and what each rung saves; it is 1.3 without a ladder."""
    ladder, load, trail = Ladder(), 0.5, []
    borne = {Rung.NORMAL: 1.3, Rung.LOOK_AHEAD: 1.3, Rung.LIGHTER_VOICE: 0.85}
    for _ in range(300):
        rung = ladder.look(Strain(load, underruns=int(load > 1.0)))
        trail.append(rung)
        load += (borne.get(rung, 0.85) - load) * 0.2
    assert trail[-1] is max(trail)
    assert max(trail) in (Rung.LIGHTER_VOICE, Rung.SAMPLE_RATE)
    assert len(list(pairwise(trail))) - sum(one == other for one, other in pairwise(trail)) <= 3
