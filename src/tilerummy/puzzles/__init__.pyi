from tilerummy.puzzles.bundled import (
    bundled_puzzle as bundled_puzzle,
)
from tilerummy.puzzles.bundled import (
    bundled_puzzles as bundled_puzzles,
)
from tilerummy.puzzles.bundled import (
    daily_index as daily_index,
)
from tilerummy.puzzles.bundled import (
    part_lines as part_lines,
)
from tilerummy.puzzles.bundled import (
    puzzle_index as puzzle_index,
)
from tilerummy.puzzles.bundled import (
    puzzle_lines as puzzle_lines,
)
from tilerummy.puzzles.hints import (
    PuzzleHint as PuzzleHint,
)
from tilerummy.puzzles.hints import (
    puzzle_hint as puzzle_hint,
)
from tilerummy.puzzles.hints import (
    solution_steps as solution_steps,
)
from tilerummy.puzzles.json_form import (
    PuzzleError as PuzzleError,
)
from tilerummy.puzzles.json_form import (
    puzzle_json as puzzle_json,
)
from tilerummy.puzzles.json_form import (
    read_puzzle as read_puzzle,
)
from tilerummy.puzzles.judging import (
    PuzzleVerdict as PuzzleVerdict,
)
from tilerummy.puzzles.judging import (
    solves as solves,
)
from tilerummy.puzzles.positions import (
    position as position,
)
from tilerummy.puzzles.values import (
    Difficulty as Difficulty,
)
from tilerummy.puzzles.values import (
    Goal as Goal,
)
from tilerummy.puzzles.values import (
    Puzzle as Puzzle,
)
from tilerummy.puzzles.values import (
    Theme as Theme,
)

daily_place = daily_index
shipped_puzzle = bundled_puzzle
shipped_puzzles = bundled_puzzles
