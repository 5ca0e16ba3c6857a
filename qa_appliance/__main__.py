"""`python -m qa_appliance`, and where the frozen executable starts. Nothing but the way into the command line."""

from qa_appliance.cli import main

if __name__ == "__main__":
    main()
