"""One more listener, or not."""

from __future__ import annotations

import pytest

from brisa.scheduler.admission import Admission, AdmissionLimits, Admitted, Reason, Refused
from brisa.scheduler.demand import Demands, DemandSeed
from brisa.scheduler.job import JobClass, Terms
from brisa.scheduler.shares import Shares
from brisa.scheduler.totals import Load

pytestmark = pytest.mark.unit

MS = 1_000_000
S = 1_000_000_000
SEED = DemandSeed(rtf=0.0999, step_ns=10 * MS, first_ns=30 * MS)


def admission(seed: DemandSeed = SEED, shares: Shares | None = None, workers: int = 2) -> Admission:
    return Admission(workers, Demands(seed), shares or Shares(), AdmissionLimits())


def ask(
    made: Admission, waiting: int = 0, hearing: int = 0, terms: Terms | None = None
) -> Admitted | Refused:
    loads = [Load("", waiting, hearing)] if waiting + hearing else []
    ends = [(2 * S + index * S, 0.1) for index in range(waiting + hearing)]
    return made.decide(0, terms or Terms(), loads, ends)


def test_admitted_up_to_the_limit_and_not_beyond() -> None:
    """0.95 of two workers is 19 streams of 0.1."""
    assert isinstance(ask(admission(), hearing=18), Admitted)
    answer = ask(admission(), hearing=19)
    assert isinstance(answer, Refused)
    assert answer.reason is Reason.CAPACITY


def test_streams_that_vary_take_more_room() -> None:
    made = admission()
    demand = made._demands.of("")
    for _ in range(1000):
        for cost_ms in (10, 10, 10, 10, 10, 10, 10, 10, 60, 60):
            demand.stepped(cost_ms * MS, 200 * MS, batch_size=1)
    assert demand.rtf == pytest.approx(0.1, rel=0.02)
    assert demand.spread == pytest.approx(0.25, rel=0.02)
    totals = made.totals([Load("", 0, 16)])
    assert totals.share_p90 == pytest.approx(1.6 + 0.25 * 4, rel=0.02)


def test_after_a_refusal_it_stays_closed_until_there_is_room() -> None:
    made = admission()
    assert isinstance(ask(made, hearing=19), Refused)
    assert isinstance(ask(made, hearing=18 + 1), Refused)
    assert isinstance(ask(made, hearing=18), Admitted)
    made = admission(DemandSeed(rtf=0.01, step_ns=MS, first_ns=3 * MS))
    assert isinstance(ask(made, hearing=190), Refused)
    assert isinstance(ask(made, hearing=185), Refused)
    assert isinstance(ask(made, hearing=179), Admitted)


def test_steps_too_long_for_a_cushion_are_refused_company() -> None:
    made = admission(DemandSeed(rtf=0.1, step_ns=150 * MS, first_ns=150 * MS))
    answer = ask(made, hearing=1)
    assert isinstance(answer, Refused)
    assert answer.reason is Reason.LATENESS
    assert isinstance(ask(made), Admitted)


def test_the_lateness_bound() -> None:
    """m C / (m - (m - 1) u) + C."""
    made = admission(DemandSeed(rtf=0.5, step_ns=38 * MS))
    assert made.lateness_ns(made.totals([Load("", 0, 1)])) == round(2 * 38 * MS / 1.5 + 38 * MS)


def test_the_first_sound_waits_for_those_before() -> None:
    made = admission(DemandSeed(rtf=0.01, step_ns=5 * MS, first_ns=20 * MS))
    answer = ask(made, waiting=10)
    assert answer == Admitted(5 * MS + 10 * 20 * MS // 2 + 20 * MS)
    answer = ask(made, waiting=100)
    assert isinstance(answer, Refused)
    assert answer.reason is Reason.FIRST_SOUND
    assert answer.retry_after_s == 2


def test_beyond_a_cushion_those_who_hear_take_their_part() -> None:
    made = admission(DemandSeed(rtf=0.01, step_ns=5 * MS, first_ns=20 * MS))
    before = made.totals([Load("", waiting=50, hearing=100)])
    wait_ns = made.first_sound_ns(before, made._demands.of(""))
    assert wait_ns == pytest.approx((5 + 250 + (1000 - 500) / (2 - 1) + 20) * MS, rel=1e-6)


def test_a_key_above_its_share_is_refused_first() -> None:
    shares = Shares()
    for key in ["many"] * 15 + ["few"]:
        shares.enter(key)
    made = admission(shares=shares)
    answer = ask(made, hearing=16, terms=Terms(client_key="many"))
    assert isinstance(answer, Refused)
    assert answer.reason is Reason.SHARE
    assert isinstance(ask(made, hearing=16, terms=Terms(client_key="few")), Admitted)
    assert isinstance(ask(made, hearing=16, terms=Terms(client_key="new")), Admitted)
    assert isinstance(ask(made, hearing=10, terms=Terms(client_key="many")), Admitted)


def test_bulk_waits_instead_of_being_refused() -> None:
    assert isinstance(ask(admission(), hearing=100, terms=Terms(JobClass.BULK)), Admitted)


def test_those_sent_away_are_told_different_times() -> None:
    """19 streams, of which one must end before 0.9 of the workers is reached again."""
    made = admission()
    answers = [ask(made, hearing=19) for _ in range(4)]
    seconds = [answer.retry_after_s for answer in answers if isinstance(answer, Refused)]
    assert seconds == sorted(seconds)
    assert seconds[0] in (3, 4)
    assert len(set(seconds)) == 4
    far = [ask(made, hearing=19) for _ in range(100)][-1]
    assert isinstance(far, Refused)
    assert far.retry_after_s <= 30


def test_an_empty_machine_does_what_it_can() -> None:
    assert isinstance(ask(admission(DemandSeed(rtf=5.0, step_ns=10**9))), Admitted)
