"""`python -m klaxon.crew`."""

import sys

from klaxon.crew.child import main

sys.exit(main())
