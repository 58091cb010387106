from tilerummy.players.arena.contest import (
    Contest as Contest,
)
from tilerummy.players.arena.estimates import (
    Estimate as Estimate,
)
from tilerummy.players.arena.jobs import (
    Forfeit as Forfeit,
)
from tilerummy.players.arena.jobs import (
    ForfeitKind as ForfeitKind,
)
from tilerummy.players.arena.jobs import (
    RoundJob as RoundJob,
)
from tilerummy.players.arena.jobs import (
    RoundKey as RoundKey,
)
from tilerummy.players.arena.jobs import (
    RoundReport as RoundReport,
)
from tilerummy.players.arena.jobs import (
    SeatReport as SeatReport,
)
from tilerummy.players.arena.one_against_field import (
    ArenaResult as ArenaResult,
)
from tilerummy.players.arena.one_against_field import (
    PlayerMaker as PlayerMaker,
)
from tilerummy.players.arena.one_against_field import (
    against as against,
)
from tilerummy.players.arena.playing import (
    Entrant as Entrant,
)
from tilerummy.players.arena.playing import (
    EntrantMaker as EntrantMaker,
)
from tilerummy.players.arena.playing import (
    IllegalAnswerError as IllegalAnswerError,
)
from tilerummy.players.arena.playing import (
    PlayerError as PlayerError,
)
from tilerummy.players.arena.playing import (
    TooLateError as TooLateError,
)
from tilerummy.players.arena.playing import (
    play_job as play_job,
)
from tilerummy.players.arena.playing import (
    play_simulated as play_simulated,
)
from tilerummy.players.arena.population import (
    Meeting as Meeting,
)
from tilerummy.players.arena.population import (
    Rating as Rating,
)
from tilerummy.players.arena.population import (
    ratings as ratings,
)
from tilerummy.players.arena.results import (
    Collector as Collector,
)
from tilerummy.players.arena.results import (
    ContestResult as ContestResult,
)
from tilerummy.players.arena.results import (
    MatchupResult as MatchupResult,
)
from tilerummy.players.arena.results import (
    Standing as Standing,
)
from tilerummy.players.arena.seatings import (
    Matchup as Matchup,
)
from tilerummy.players.arena.seatings import (
    round_robin as round_robin,
)
from tilerummy.players.arena.sequential import (
    SequentialDecision as SequentialDecision,
)
from tilerummy.players.arena.sequential import (
    SequentialTest as SequentialTest,
)
from tilerummy.players.arena.turn_times import (
    TurnTimes as TurnTimes,
)

cross = round_robin
