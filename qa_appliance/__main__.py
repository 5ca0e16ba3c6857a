"""`python -m qa_appliance`, and where the frozen executable starts. Nothing but the way into the command line.

Or into the process that reads somebody's key, which the server starts and is no command of anybody's.
"""

import sys
from importlib import import_module

from qa_appliance.cli import main

_READING_A_KEY = "qa_appliance.certificates.client"

if __name__ == "__main__":
    if sys.argv[1:] == ["read-client-certificate"]:
        import_module(_READING_A_KEY).answer_once()
    else:
        main()
