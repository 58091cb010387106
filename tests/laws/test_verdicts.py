"""Some changes affect neither the legality of an action nor its result."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from tests.laws.checks import verdict
from tests.laws.colours import recoloured
from tests.laws.rounds import Moment, moments
from tests.support.random_actions import flawed_play, random_action
from tests.support.strategies import melds_

from tilerummy.melds import Meld, Table
from tilerummy.rules import IllegalActionError, Reason, Ruleset, decide, faults
from tilerummy.state import Action, Draw, Event, Foul, Play, State, TimeOut
from tilerummy.tiles import Rack


def random_actions(moment: Moment, number: int = 4) -> list[Action]:
    """Return the next action of the round, and random actions, legal or not."""
    done = [moment.next.action] if moment.next.action else []
    rng = moment.rng
    return [*done, *(random_action(moment.rules, moment.view, rng) for _ in range(number))]


def plays(moment: Moment, number: int = 4) -> list[Play]:
    """Return the plays among random actions, and further plays."""
    rng = moment.rng
    plays = [a for a in random_actions(moment, 0) if isinstance(a, Play)]
    return [*plays, *(flawed_play(moment.rules, moment.view, rng) for _ in range(number))]


@given(moments())
def test_an_action_is_decided_if_and_only_if_it_has_no_faults(moment: Moment) -> None:
    for action in random_actions(moment):
        reasons = verdict(moment.rules, moment.state, action)

        assert reasons == tuple(faults(moment.rules, moment.view, action))


@given(moments())
def test_a_seat_does_nothing_out_of_turn_and_never_keeps_the_clock(moment: Moment) -> None:
    for action in random_actions(moment, 2):
        for seat in range(moment.round.seats):
            reasons = [*faults(moment.rules, moment.state, action, seat=seat)]
            if seat != moment.state.to_move or isinstance(action, TimeOut | Foul):
                assert [r.code for r in reasons] == ["not_your_turn"]
            else:
                assert reasons == [*faults(moment.rules, moment.state, action)]


@given(moments())
def test_the_referee_is_deterministic(moment: Moment) -> None:
    for action in random_actions(moment):
        assert judged(moment.rules, moment.state, action) == judged(
            moment.rules, moment.state, action
        )


Judged = tuple[Event, ...] | tuple[Reason, ...]


def judged(rules: Ruleset, state: State, action: Action) -> Judged:
    """Return the events of *action*, or the reasons against it without their messages."""
    try:
        return decide(rules, state, action)
    except IllegalActionError as error:
        return tuple(replace(reason, message="") for reason in error.reasons)


@given(moments(), st.data())
def test_colours_are_interchangeable(moment: Moment, data: st.DataObject) -> None:
    """Except for the choice among several equally high tiles that leave the rack at a time-out."""
    letters = moment.rules.tiles.letters
    colours = dict(zip(letters, data.draw(st.permutations(letters)), strict=True))
    state = recoloured(moment.state, colours)
    for action in random_actions(moment):
        if moment.rules.draws_and_discards and isinstance(action, TimeOut):
            continue
        expected = recoloured(judged(moment.rules, moment.state, action), colours)

        assert judged(moment.rules, state, recoloured(action, colours)) == expected


@given(moments())
def test_the_order_of_melds_does_not_matter(moment: Moment) -> None:
    rng = moment.rng
    for play in plays(moment):
        lift, lay = (rng.sample(melds, len(melds)) for melds in (play.lift, play.lay))

        assert Play(Table(lift), Table(lay)) == play


@given(moments())
def test_lifting_a_meld_and_laying_it_again_changes_nothing(moment: Moment) -> None:
    for play in plays(moment):
        for meld in {*(moment.state.table - play.lift)}:
            longer = Play(Table((*play.lift, meld)), Table((*play.lay, meld)))

            assert codes(moment, longer) == codes(moment, play)


def codes(moment: Moment, action: Action) -> list[str]:
    """Return the codes of all reasons against *action*."""
    return [r.code for r in faults(moment.rules, moment.state, action)]


@given(moments(), st.data())
def test_a_legal_play_stays_legal_when_other_melds_lie_there(
    moment: Moment, data: st.DataObject
) -> None:
    """Except for free tiles, which an equal tile on the table makes unavailable (RULES 2.4)."""
    legal = [p for p in plays(moment) if not codes(moment, p)]
    more = data.draw(melds_(moment.rules.tiles, jokers=False))
    state = with_meld(moment.state, more)
    for play in legal:
        free = play.placed - moment.state.mover.rack
        if not free & more.tiles:
            assert not [*faults(moment.rules, state, play)], more


def with_meld(state: State, meld: Meld) -> State:
    """Return the state with another *meld*, which was on the table before the turn."""
    start = replace(state.start, table=Table((*state.start.table, meld)))
    return replace(state, table=Table((*state.table, meld)), start=start)


@given(moments())
def test_a_legal_play_stays_legal_with_more_on_the_rack(moment: Moment) -> None:
    """Except for jokers that must be played, and a Foot, which is all tiles but one."""
    rules = moment.rules
    more = Rack(moment.rng.sample(rules.tiles.kinds, 3))
    owner = replace(moment.state.mover, rack=moment.state.mover.rack + more)
    state = moment.state.with_seat(moment.state.to_move, owner)
    for play in plays(moment):
        foot = rules.closed_hands and owner.opened is None and play.lift
        if not foot and not codes(moment, play):
            assert not [*faults(rules, state, play)]


@given(moments())
def test_the_pool_matters_only_when_empty(moment: Moment) -> None:
    pool = moment.rng.sample(moment.state.pool, len(moment.state.pool))
    state = replace(moment.state, pool=tuple(pool))
    for action in random_actions(moment):
        if not isinstance(action, Draw | TimeOut):
            assert codes(moment, action) == [r.code for r in faults(moment.rules, state, action)]
