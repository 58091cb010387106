"""S4, "Variations" of Sabra: the uses of a joker in each edition, and other differences."""

from __future__ import annotations

from tests.support.positions import LEGAL, MANIPULATION, each, position

from tilerummy.rules import ruleset
from tilerummy.state import Pass

# The columns of the table of presets, RULES 2.3, written out once more beside the catalogue.
BOTH_COLOURS = {"pressman-1980", "sabra-way-tournament"}
ANY_MELD = {
    "tile-rummy",
    "sabra",
    "sabra-six",
    "pressman-1980",
    "goliath-1994",
    "lemada-2014",
    "mcgraw",
}
NEW_MELD = {"rummikub", "tournament", "official-1978", "dutch-1985", "dutch-sabra", "lemada-1999"}
WITH_RACK = {
    "pressman-1987",
    "spears-1988",
    "pressman-1998",
    "sabra-way",
    "sabra-way-tournament",
}
RACK_ONLY = {"sabra-strict"}
FROM_TABLE = {"rummikub", "tournament", "lemada-2014", "mcgraw"}
OPEN_MELDS = {
    "rummikub",
    "tournament",
    "dutch-sabra",
    "goliath-1994",
    "pressman-1998",
    "lemada-1999",
    "lemada-2014",
    "mcgraw",
}
JOKERS_OPEN = [name for name in MANIPULATION if name != "mcgraw"]


def legal_in(table: str, rack: str, play: str) -> set[str]:
    """Return the rulesets that allow the play; all other rulesets forbid the joker to go there."""
    verdicts = {name: position(name, table, rack).verdict(play) for name in MANIPULATION}
    assert set(verdicts.values()) <= {LEGAL, "joker_reuse"}
    return {name for name, verdict in verdicts.items() if verdict == LEGAL}


def test_every_ruleset_has_one_reading_of_the_rule() -> None:
    """S4.64–66 "have interpreted this rule in different ways"."""
    readings = [ANY_MELD, NEW_MELD, WITH_RACK, RACK_ONLY]

    assert set.union(*readings) == set(MANIPULATION)
    assert sum(map(len, readings)) == len(MANIPULATION)


def test_reading_1_the_joker_goes_into_any_meld() -> None:
    """S4.67 "reused in any meld", S4.69 Goliath 1994, S4.70 Pressman 1980, S4.71 Lemada."""
    allowed = legal_in(
        "b5 b6 *b7 / k2 k3 k4 / r9 b9 o9", "b7 k1", "b5 b6 b7 / k2 k3 k4 *k5 / r9 b9 o9"
    )

    assert allowed == ANY_MELD


def test_reading_1_the_joker_may_stay_in_its_own_meld() -> None:
    """S4.67 "reused in any meld", S4.68 "incorporate it in some meld"."""
    assert legal_in("b5 b6 *b7", "b7 k1", "b5 b6 b7 *b8") == ANY_MELD


def test_reading_2_the_joker_goes_into_a_meld_that_was_not_there() -> None:
    """S4.72 "one that did not exist", S4.73 "taken from other melds", S4.74 Lemada 1999."""
    allowed = legal_in(
        "b5 b6 *b7 / r4 r5 r6 r7 / k8 r8 b8 o8",
        "b7 k1",
        "b5 b6 b7 / r4 r5 r6 / r7 r8 *r9 / k8 b8 o8",
    )

    assert allowed == ANY_MELD | NEW_MELD


def test_reading_2_a_meld_that_only_grew_is_not_new() -> None:
    """S4.72 "must be one that did not exist on the table before"."""
    allowed = legal_in("b5 b6 *b7 / r4 r5 r6", "b7 r8 k1", "b5 b6 b7 / r4 r5 r6 *r7 r8")

    assert allowed == ANY_MELD


def test_reading_3_the_joker_goes_with_two_tiles_of_the_hand() -> None:
    """S4.75 "with two tiles from your hand", S4.77 Spear, S4.78 Pressman 1987 and 1998."""
    one_tile = legal_in("b5 b6 *b7 / k8 r8 b8 o8", "b7 r9 k1", "b5 b6 b7 / k8 b8 o8 / r8 r9 *r10")
    two_tiles = legal_in(
        "b5 b6 *b7 / k8 r8 b8 o8", "b7 r9 r10 k1", "b5 b6 b7 / k8 b8 o8 / r8 r9 r10 *r11"
    )

    assert one_tile == ANY_MELD | NEW_MELD
    assert two_tiles == ANY_MELD | NEW_MELD | WITH_RACK


def test_reading_3_two_jokers_need_two_tiles_beside_them() -> None:
    """S4.75 "combining it with two tiles from your hand"."""
    allowed = legal_in("b5 b6 *b7 / r5 r6 *r7", "b7 r7 k9 k1", "b5 b6 b7 / r5 r6 r7 / k9 *9 *9")

    assert allowed == ANY_MELD | NEW_MELD


def test_the_example_of_reading_3() -> None:
    """S4.79–82 "stealing the blue 4 from the set of 4's", S4.85 not under reading 4."""
    allowed = legal_in(
        "k4 r4 b4 o4 / *b6 b7 b8", "b6 b6 b3 k1", "k4 r4 o4 / b6 b7 b8 / b3 b4 *b5 b6"
    )

    assert allowed == set(MANIPULATION) - RACK_ONLY


def test_reading_4_the_joker_goes_with_nothing_but_tiles_of_the_hand() -> None:
    """S4.83 "consisting only of the joker plus two or more tiles from hand"."""
    assert legal_in("b5 b6 *b7", "b7 k3 k4 k1", "b5 b6 b7 / k3 k4 *k5") == set(MANIPULATION)


def test_reading_4_tiles_of_the_table_are_added_later_in_the_turn() -> None:
    """S4.84 "added to the set from elsewhere on the table later in the same turn"."""
    now = position("sabra-strict", "b5 b6 *b7 / k6 r6 b6 o6", "b7 k3 k4 k7 k1")
    wish = "b5 b6 b7 / r6 b6 o6 / k3 k4 *k5 k6 k7"
    assert now.verdict(wish) == "joker_reuse"

    formed = now.then("b5 b6 b7 / k6 r6 b6 o6 / k3 k4 *k5")

    assert formed.verdict(wish) == LEGAL


@each("preset", MANIPULATION)
def test_a_later_play_of_the_turn_may_place_none_if_it_changes_the_table(preset: str) -> None:
    """S0.16 "by the end of the turn", S4.84 "later in the same turn by further manipulation"."""
    now = position(preset, "k4 r4 b4 o4 / b5 b6 b7 b8", "b3 b9 k9").then(
        "k4 r4 b4 o4 / b5 b6 b7 b8 b9"
    )

    assert now.verdict("k4 r4 o4 / b4 b5 b6 b7 b8 b9") == LEGAL
    assert now.verdict("k4 r4 b4 o4 / b5 b6 b7 b8 b9") == "no_tile_played"
    assert now.verdict("k4 r4 b4 o4 / b6 b7 b8 b9") == "table_tile_missing"


@each("preset", MANIPULATION)
def test_a_play_that_places_none_is_of_the_turn_in_which_tiles_were_placed(preset: str) -> None:
    """S0.16 "at least one tile has been added from hand": in each turn."""
    later = position(preset, "k4 r4 b4 o4 / b5 b6 b7 b8", "b9 k9").then(
        "k4 r4 b4 o4 / b5 b6 b7 b8 b9", Pass()
    )

    assert later.verdict("k4 r4 o4 / b4 b5 b6 b7 b8 b9") == "no_tile_played"


@each("preset", MANIPULATION)
def test_the_thirtieth_play_of_a_turn_is_the_last_without_a_tile(preset: str) -> None:
    """S4.84 "later in the same turn by further manipulation": turns are finite, RULES 2.1."""
    there, back = "k4 r4 o4 / b4 b5 b6 b7 b8 b9", "k4 r4 b4 o4 / b5 b6 b7 b8 b9"
    now = position(preset, "k4 r4 b4 o4 / b5 b6 b7 b8", "b3 b9 k9")
    now = now.then(back, *[there, back] * 14)  # 29 plays

    assert now.verdict(there) == LEGAL
    assert now.then(there).verdict(back) == "no_tile_played"
    assert now.then(there).verdict("k4 r4 o4 / b3 b4 b5 b6 b7 b8 b9") == LEGAL


@each("preset", MANIPULATION)
def test_where_the_tile_that_replaces_a_joker_comes_from(preset: str) -> None:
    """S4.95, S4.96 "from the table or from the player's rack", S1.18; S0.18, S3.40, S4.40."""
    now = position(preset, "b5 b6 *b7 / k7 r7 b7 o7", "k3 k4 k1")

    expected = LEGAL if preset in FROM_TABLE else "joker_not_replaced"
    assert now.verdict("b5 b6 b7 / k7 r7 o7 / k3 k4 *k5") == expected


@each("preset", MANIPULATION)
def test_where_both_missing_colours_are_needed(preset: str) -> None:
    """S4.58 "tiles of both missing colours", S4.59 the 1980 Pressman edition, S3.43."""
    one = position(preset, "k5 r5 *5", "b5 k1 k2 k9").verdict("k5 r5 b5 / k1 k2 *k3")
    both = position(preset, "k5 r5 *5", "b5 o5 k1 k2 k9").verdict("k5 r5 b5 o5 / k1 k2 *k3")

    assert one == ("joker_not_replaced" if preset in BOTH_COLOURS else LEGAL)
    assert both == LEGAL


def test_two_jokers_of_such_a_group_are_freed_together() -> None:
    """S4.58 "tiles of both missing colours"; ruling of RULES 2.2: together or not at all."""
    now = position("pressman-1980", "k5 *5 *5", "r5 b5 o5 k1 k2 k9")

    assert now.verdict("k5 r5 *5 / k1 k2 *k3") == "joker_not_replaced"
    assert now.verdict("k5 r5 b5 o5 / k1 k2 *k3 *k4") == LEGAL


@each("preset", JOKERS_OPEN)
def test_two_jokers_may_lie_in_one_meld(preset: str) -> None:
    """S4.60–62 "reasonable to assume that it is allowed"."""
    assert position(preset, rack="b5 * * k1").verdict("b5 *b6 *b7") == LEGAL
    assert position(preset, rack="b5 * * k1").verdict("b5 *5 *5") == LEGAL


def test_three_tiles_of_which_two_are_jokers_are_said_to_be_a_group_or_a_run() -> None:
    """S4.63 "must clearly state whether it is meant to be"."""
    assert position("sabra", rack="b5 * * k1").verdict("b5 * *") == "ambiguous_joker"


def test_what_was_stated_determines_the_tiles_that_reclaim_a_joker() -> None:
    """S4.63 "will determine the tiles that are needed"."""
    rack = "b6 r5 k1 k2 k9"
    run, group = position("sabra", "b5 *b6 *b7", rack), position("sabra", "b5 *5 *5", rack)

    assert run.verdict("b5 b6 *b7 / k1 k2 *k3") == LEGAL
    assert run.verdict("r5 b5 *5 / k1 k2 *k3") != LEGAL
    assert group.verdict("r5 b5 *5 / k1 k2 *k3") == LEGAL
    assert group.verdict("b5 b6 *b7 / k1 k2 *k3") != LEGAL


@each("preset", MANIPULATION)
def test_where_a_meld_with_a_joker_is_added_to_or_split_apart(preset: str) -> None:
    """S4.86, S4.87 "manipulated, added to or split apart", S4.88, S4.89, S4.93, S4.94."""
    now = position(preset, "b5 b6 *b7 b8 b9 b10 / k9 r9 o9", "b11 k1")

    assert now.verdict("b5 b6 *b7 b8 b9 b10 b11 / k9 r9 o9") == LEGAL
    expected = LEGAL if preset in OPEN_MELDS else "joker_locked"
    assert now.verdict("b5 b6 *b7 / b8 b9 b10 b11 / k9 r9 o9") == expected


@each("preset", MANIPULATION)
def test_where_a_meld_with_a_joker_is_destroyed_completely(preset: str) -> None:
    """S4.90 "moving each of its tiles to a different set"."""
    now = position(preset, "b5 b6 *b7 / k5 r5 o5 / k6 r6 o6 / b8 b9 b10", "b11 k1")

    expected = LEGAL if preset in OPEN_MELDS else "joker_locked"
    assert now.verdict("k5 r5 b5 o5 / k6 r6 b6 o6 / *b7 b8 b9 b10 b11") == expected


@each("preset", MANIPULATION)
def test_the_joker_continues_to_represent_the_same_tile(preset: str) -> None:
    """S4.91 "not to change the tile represented by the joker", S4.90 "provided"."""
    now = position(preset, "b4 b5 b6 *b7 / k8 k9 k10", "k7 o1")

    assert now.verdict("b4 b5 b6 / k7 k8 k9 k10 *k11") == "joker_changed"


def test_a_joker_of_a_group_of_three_settles_on_either_colour() -> None:
    """S4.90 "continues to represent the same tile": any of the possible ones, RULES 2.2."""
    either = position("pressman-1998", "k7 r7 *7 / b8 b9 b10", "o7 b6 k1")
    assert either.verdict("k7 r7 o7 / b6 *b7 b8 b9 b10") == LEGAL

    neither = position("pressman-1998", "b7 r7 *7 / b8 b9 b10", "o7 k7 b6 k1")
    assert neither.verdict("k7 r7 o7 / b6 *b7 b8 b9 b10") == "table_tile_missing"
    assert neither.verdict("b7 r7 o7 / b6 *b7 b8 b9 b10") != LEGAL


@each("preset", sorted(ANY_MELD))
def test_who_supplies_the_tile_gives_the_joker_another_meaning(preset: str) -> None:
    """S4.92 "supplies from hand the tile that the joker originally represented"."""
    now = position(preset, "b4 b5 b6 *b7 / k8 k9 k10", "b7 o1")

    assert now.verdict("b4 b5 b6 b7 / k8 k9 k10 *k11") == LEGAL


@each("preset", ["pressman-1987"])
def test_pressman_1987_lets_melds_with_jokers_only_grow(preset: str) -> None:
    """S4.94 "may not take a tile away from a meld which includes a Joker"."""
    now = position(preset, "b5 b6 *b7", "b8 k1")

    assert now.verdict("b5 b6 *b7 b8") == LEGAL
    taken = position(preset, "b5 b6 *b7 b8", "k8 r8 k1")
    assert taken.verdict("b5 b6 *b7 / k8 r8 b8") == "joker_locked"


def test_how_many_points_a_joker_left_on_the_rack_costs() -> None:
    """S4.106, S4.107 "25 points rather than 30"."""
    worth = {
        name: -position(name, "k4 r4 b4", "o4", others=("* k1",))
        .then("k4 r4 b4 o4")
        .ended.scores[1]
        for name in MANIPULATION
        if name != "mcgraw"
    }

    assert worth.pop("tournament") == 51, "RULES 5.3"
    assert {name for name, value in worth.items() if value == 26} == {"dutch-1985", "dutch-sabra"}
    assert set(worth.values()) == {26, 31}
    assert ruleset("sabra+joker.rack_value=25").scoring.joker == 25
