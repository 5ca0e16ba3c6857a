"""QA Appliance: browser tests in plain English, run in a real browser, judged with evidence."""

__version__ = "0.1.0"
