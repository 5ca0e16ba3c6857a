"""What a step brings beside the page: a download, a tab of its own."""

from __future__ import annotations

from qa_appliance.english.checks import of_the_run
from qa_appliance.english.statements.rows import Predication, says

BROUGHT: tuple[Predication, ...] = (
    says("check.tab", "a new tab is opened", "be", "opened|open", of_the_run.tab_opened),
    says("check.tab", "a new tab opens", "go", "[automatically]", of_the_run.tab_opened),
    says(
        "check.tab",
        "it opens in a new tab",
        "go",
        "in a|another|its new_tab|new_window|new_browser_tab|new_browser_window|tab_of_its_own|separate_tab",
        of_the_run.opened_apart,
    ),
    says("check.download", 'the file "report.csv" is downloaded', "be", "downloaded", of_the_run.was_downloaded),
)
