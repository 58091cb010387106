"""The bodies of HTTP requests and answers, as JSON: one type for each.

They are sorted by their endpoints: accounts, lobby, rulesets, questions.
"""

from tilerummy.server.messages.bodies.accounts import (
    AccountDeleted,
    DeviceCode,
    DeviceCodeOwner,
    Me,
    NewName,
    NewToken,
    Token,
    UseDeviceCode,
)
from tilerummy.server.messages.bodies.common import (
    CodedText,
    EmptyBody,
    ErrorDetail,
    ErrorResponse,
    Health,
    RequestBody,
)
from tilerummy.server.messages.bodies.lobby import (
    CardSeat,
    ComputerSeat,
    Invite,
    Invited,
    Lobby,
    NewRoom,
    RoomCard,
    RoomOpened,
    Terms,
)
from tilerummy.server.messages.bodies.questions import Judge, JudgeAnswer, Solve, SolveAnswer
from tilerummy.server.messages.bodies.rulesets import (
    ClosedHandView,
    Levels,
    LevelView,
    Options,
    OptionView,
    Presets,
    PresetView,
    RuleExample,
    RulesOf,
    SectionView,
    TurnPartView,
)

__all__ = [
    "AccountDeleted",
    "CardSeat",
    "ClosedHandView",
    "CodedText",
    "ComputerSeat",
    "DeviceCode",
    "DeviceCodeOwner",
    "EmptyBody",
    "ErrorDetail",
    "ErrorResponse",
    "Health",
    "Invite",
    "Invited",
    "Judge",
    "JudgeAnswer",
    "LevelView",
    "Levels",
    "Lobby",
    "Me",
    "NewName",
    "NewRoom",
    "NewToken",
    "OptionView",
    "Options",
    "PresetView",
    "Presets",
    "RequestBody",
    "RoomCard",
    "RoomOpened",
    "RuleExample",
    "RulesOf",
    "SectionView",
    "Solve",
    "SolveAnswer",
    "Terms",
    "Token",
    "TurnPartView",
    "UseDeviceCode",
]
