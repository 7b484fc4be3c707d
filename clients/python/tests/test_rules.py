"""Rules of the client that are pure functions."""

from __future__ import annotations

import pytest

from rotamer._core.rules import batch_delay


@pytest.mark.parametrize(
    ("polls", "last", "seconds"),
    [
        (1, (0.0, 0, 200), 0.2),
        (20, (60.0, 0, 200), 5.0),
        (20, (60.0, 20, 180), 5.0),
        (8, (6.0, 150, 50), 1.0),
        (9, (8.0, 199, 1), 0.2),
    ],
)
def test_a_batch_is_read_again_after_a_time_that_fits_its_pace(polls, last, seconds):
    assert batch_delay(polls, (0.0, 0, 200), last) == seconds
