"""The verbs: each kind of step is a struct in core/steps/ and one function here."""
