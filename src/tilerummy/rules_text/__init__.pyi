from tilerummy.rules_text.citations import (
    Citation as Citation,
)
from tilerummy.rules_text.citations import (
    behind_plays as behind_plays,
)
from tilerummy.rules_text.citations import (
    behind_refusal as behind_refusal,
)
from tilerummy.rules_text.hints import (
    hint_code as hint_code,
)
from tilerummy.rules_text.hints import (
    hint_text as hint_text,
)
from tilerummy.rules_text.options import (
    option_text as option_text,
)
from tilerummy.rules_text.sections import (
    rules_sections as rules_sections,
)
from tilerummy.rules_text.sections import (
    sentences_about as sentences_about,
)
from tilerummy.rules_text.steps import (
    step_text as step_text,
)
