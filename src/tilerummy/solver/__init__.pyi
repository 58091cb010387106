from tilerummy.solver.engine import (
    empties as empties,
)
from tilerummy.solver.engine import (
    placement_rows as placement_rows,
)
from tilerummy.solver.engine import (
    placements as placements,
)
from tilerummy.solver.engine import (
    solve as solve,
)
from tilerummy.solver.kernel import (
    HAS_KERNEL as HAS_KERNEL,
)
from tilerummy.solver.placement_set import (
    PlacementRows as PlacementRows,
)
from tilerummy.solver.placement_set import (
    Placements as Placements,
)
from tilerummy.solver.problem import (
    MAX_COPIES as MAX_COPIES,
)
from tilerummy.solver.problem import (
    Kind as Kind,
)
from tilerummy.solver.problem import (
    Objective as Objective,
)
from tilerummy.solver.problem import (
    Problem as Problem,
)
from tilerummy.solver.problem import (
    Solution as Solution,
)
from tilerummy.solver.queries import (
    best as best,
)
from tilerummy.solver.queries import (
    best_of as best_of,
)
from tilerummy.solver.queries import (
    placing as placing,
)
from tilerummy.solver.queries import (
    playable as playable,
)

MOST = MAX_COPIES
