from tilerummy.rules.closed_hands.hands import (
    CLOSED_HANDS as CLOSED_HANDS,
)
from tilerummy.rules.closed_hands.hands import (
    Recognised as Recognised,
)
from tilerummy.rules.closed_hands.hands import (
    read_as as read_as,
)
from tilerummy.rules.closed_hands.hands import (
    recognise as recognise,
)
from tilerummy.rules.closed_hands.hands import (
    recognise_all as recognise_all,
)
