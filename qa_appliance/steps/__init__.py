"""The verbs: each kind of step is a struct in core/steps.py and one function here."""
