from tilerummy.notebook.widget import (
    RoundWidget as RoundWidget,
)
