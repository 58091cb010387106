from tilerummy.analysis import (
    Best as Best,
)
from tilerummy.analysis import (
    Hint as Hint,
)
from tilerummy.analysis import (
    best_play as best_play,
)
from tilerummy.analysis import (
    explain as explain,
)
from tilerummy.analysis import (
    hint as hint,
)
from tilerummy.analysis import (
    turn_for as turn_for,
)
from tilerummy.deadline import (
    Deadline as Deadline,
)
from tilerummy.match import (
    Match as Match,
)
from tilerummy.match import (
    ScoreSheet as ScoreSheet,
)
from tilerummy.melds import (
    AmbiguousJoker as AmbiguousJoker,
)
from tilerummy.melds import (
    Group as Group,
)
from tilerummy.melds import (
    InvalidMeld as InvalidMeld,
)
from tilerummy.melds import (
    Meld as Meld,
)
from tilerummy.melds import (
    Run as Run,
)
from tilerummy.melds import (
    Table as Table,
)
from tilerummy.melds import (
    fits as fits,
)
from tilerummy.melds import (
    meld as meld,
)
from tilerummy.melds import (
    table as table,
)
from tilerummy.palettes import (
    palette as palette,
)
from tilerummy.palettes import (
    palette_names as palette_names,
)
from tilerummy.pictures import (
    svg as svg,
)
from tilerummy.players import (
    PLAYERS as PLAYERS,
)
from tilerummy.players import (
    Player as Player,
)
from tilerummy.players import (
    play_round as play_round,
)
from tilerummy.players import (
    player as player,
)
from tilerummy.records import (
    Participant as Participant,
)
from tilerummy.records import (
    Record as Record,
)
from tilerummy.records import (
    RecordError as RecordError,
)
from tilerummy.records import (
    audit as audit,
)
from tilerummy.records import (
    read_record as read_record,
)
from tilerummy.records import (
    write_jsonl as write_jsonl,
)
from tilerummy.records import (
    write_text as write_text,
)
from tilerummy.round import (
    Round as Round,
)
from tilerummy.rules import (
    OPTIONS as OPTIONS,
)
from tilerummy.rules import (
    PRESETS as PRESETS,
)
from tilerummy.rules import (
    Count as Count,
)
from tilerummy.rules import (
    IllegalActionError as IllegalActionError,
)
from tilerummy.rules import (
    Reason as Reason,
)
from tilerummy.rules import (
    Refusal as Refusal,
)
from tilerummy.rules import (
    Ruleset as Ruleset,
)
from tilerummy.rules import (
    begin as begin,
)
from tilerummy.rules import (
    chance as chance,
)
from tilerummy.rules import (
    decide as decide,
)
from tilerummy.rules import (
    decide_all as decide_all,
)
from tilerummy.rules import (
    faults as faults,
)
from tilerummy.rules import (
    options_of as options_of,
)
from tilerummy.rules import (
    read_ruleset as read_ruleset,
)
from tilerummy.rules import (
    ruleset as ruleset,
)
from tilerummy.rules import (
    ruleset_text as ruleset_text,
)
from tilerummy.rules import (
    score_count as score_count,
)
from tilerummy.rules import (
    with_options as with_options,
)
from tilerummy.rules_text import (
    hint_text as hint_text,
)
from tilerummy.rules_text import (
    step_text as step_text,
)
from tilerummy.state import (
    Action as Action,
)
from tilerummy.state import (
    Declare as Declare,
)
from tilerummy.state import (
    Discard as Discard,
)
from tilerummy.state import (
    Draw as Draw,
)
from tilerummy.state import (
    Ended as Ended,
)
from tilerummy.state import (
    Ending as Ending,
)
from tilerummy.state import (
    Event as Event,
)
from tilerummy.state import (
    GoOut as GoOut,
)
from tilerummy.state import (
    NewDeal as NewDeal,
)
from tilerummy.state import (
    Pass as Pass,
)
from tilerummy.state import (
    Phase as Phase,
)
from tilerummy.state import (
    Play as Play,
)
from tilerummy.state import (
    Source as Source,
)
from tilerummy.state import (
    State as State,
)
from tilerummy.state import (
    apply as apply,
)
from tilerummy.state import (
    conceal as conceal,
)
from tilerummy.state import (
    fold as fold,
)
from tilerummy.state import (
    redact as redact,
)
from tilerummy.state.notation import (
    action_text as action_text,
)
from tilerummy.state.notation import (
    read_action as read_action,
)
from tilerummy.state.notation import (
    read_state as read_state,
)
from tilerummy.state.notation import (
    state_text as state_text,
)
from tilerummy.tiles import (
    HIDDEN as HIDDEN,
)
from tilerummy.tiles import (
    JOKER as JOKER,
)
from tilerummy.tiles import (
    STANDARD as STANDARD,
)
from tilerummy.tiles import (
    NotationError as NotationError,
)
from tilerummy.tiles import (
    Rack as Rack,
)
from tilerummy.tiles import (
    Tile as Tile,
)
from tilerummy.tiles import (
    TileSet as TileSet,
)
from tilerummy.tiles import (
    rack as rack,
)
from tilerummy.tiles import (
    tile as tile,
)

__version__: str
