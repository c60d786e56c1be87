"""Every policy in the real service, for a moment: all that was asked for is heard; no figure is
judged."""

from __future__ import annotations

import pytest

from brisa.bench.policies_real import hear
from brisa.bench.simulate_plan import RATE_HZ, SimulationPlan
from brisa.clock import SystemClock
from brisa.scheduler.policy import POLICIES, PolicyName

pytestmark = pytest.mark.integration


@pytest.mark.parametrize("policy", list(POLICIES))
def test_all_of_every_utterance_is_heard(policy: PolicyName) -> None:
    plan = SimulationPlan(
        listeners=3, rtf=0.01, policy=policy, duration_s=0.5, arrivals="burst", text_pace=100.0
    )
    # The second has two segments of text.
    heard, busy_ns = hear(plan, SystemClock(), lengths_s=(0.4, 3.2))
    assert len(heard) >= 3
    assert {utterance.playhead.samples for utterance in heard} <= {
        round(0.4 * RATE_HZ),
        round(3.2 * RATE_HZ),
    }
    assert busy_ns >= 0
