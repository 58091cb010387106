"""Notation is lossless: written values are read back unchanged."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.laws.rounds import Moment, Round, moments, rounds
from tests.support.random_actions import has_notation, random_action
from tests.support.strategies import melds_, racks_, tables_, tile_sets_, tiles_

from tilerummy.melds import Run, meld, table
from tilerummy.state import conceal
from tilerummy.state.notation import action_text, read_action, read_state, state_text
from tilerummy.tiles import TileSet, rack, tile


@given(tile_sets_(), st.data())
def test_a_tile_is_read_as_it_is_written(tiles: TileSet, data: st.DataObject) -> None:
    written = data.draw(tiles_(tiles))

    assert tile(repr(written), tiles) == written
    assert tile(f" {written} ".upper(), tiles) == written


@given(tile_sets_(), st.data())
def test_a_rack_is_read_in_any_order(tiles: TileSet, data: st.DataObject) -> None:
    written = data.draw(racks_(tiles))
    order = data.draw(st.permutations(written))

    assert rack(repr(written), tiles) == written
    assert rack(" ".join(map(str, order)), tiles) == written


@given(tile_sets_(), st.data())
def test_a_meld_is_read_in_any_order(tiles: TileSet, data: st.DataObject) -> None:
    written = data.draw(melds_(tiles))
    order = data.draw(st.permutations(repr(written).split()))

    assert meld(repr(written), tiles) == written
    assert meld(" ".join(order), tiles) == written


def test_the_only_run_of_three_numbers_is_read_in_any_order() -> None:
    tiles = TileSet(numbers=3, one_high=True)

    assert meld("k2 k3 k1", tiles) == meld("k1 k2 k3", tiles)


@given(tile_sets_(), st.data())
def test_a_run_with_bare_jokers_is_read_by_its_places(tiles: TileSet, data: st.DataObject) -> None:
    written = data.draw(melds_(tiles).filter(lambda m: isinstance(m, Run)))
    assert isinstance(written, Run)
    if len(written.numbered) >= 2:  # otherwise it may also be read as a group
        words = ["*" if face in written.wild else str(face) for face in written.faces]

        assert meld(" ".join(words), tiles) == written


@given(tile_sets_(), st.data())
def test_a_table_is_read_in_any_order(tiles: TileSet, data: st.DataObject) -> None:
    written = data.draw(tables_(tiles))
    order = data.draw(st.permutations(written))

    assert table(repr(written), tiles) == written
    assert table(" / ".join(map(repr, order)), tiles) == written


@given(moments())
def test_a_position_and_every_view_of_it_are_read_as_they_are_written(moment: Moment) -> None:
    tiles = moment.rules.tiles
    seats = range(moment.round.seats)
    for state in (moment.state, *(conceal(moment.state, v) for v in (None, *seats))):
        assert read_state(state_text(state), tiles) == state


@given(rounds())
def test_the_end_of_a_round_is_read_as_it_is_written(game: Round) -> None:
    assert read_state(state_text(game.end), game.rules.tiles) == game.end


@given(moments())
def test_an_action_is_read_as_it_is_written(moment: Moment) -> None:
    rng, tiles = moment.rng, moment.rules.tiles
    actions = [random_action(moment.rules, moment.view, rng) for _ in range(4)]
    for action in [*actions, *([moment.next.action] if moment.next.action else [])]:
        if has_notation(action, tiles):
            assert read_action(action_text(action), tiles) == action
