"""Whether the laws look where nobody has. Else they look where they did before: what fails, fails again."""

import os
from typing import Final

EXPLORING: Final = "SPELTAFEL_EXPLORE" in os.environ
