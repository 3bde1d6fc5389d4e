"""`python -m klaxon.cli`."""

import sys

from klaxon.cli import main

sys.exit(main())
