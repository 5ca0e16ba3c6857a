"""`python -m qa_appliance`, and where the frozen executable starts. Nothing but the way into the command line.

Or into the processes that read somebody's key and that serve a model's file, which the server starts and which are no
commands of anybody's.
"""

import sys
from importlib import import_module

from qa_appliance.cli import main

_READING_A_KEY = "qa_appliance.certificates.client"
_SERVING_A_MODEL = "qa_appliance.model.local.serving"

if __name__ == "__main__":
    if sys.argv[1:] == ["read-client-certificate"]:
        import_module(_READING_A_KEY).answer_once()
    elif sys.argv[1:] == ["serve-model-file"]:
        import_module(_SERVING_A_MODEL).serve_once()
    else:
        main()
