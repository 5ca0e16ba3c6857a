"""The named rules of the little language: what many wordings have in common, each written once. Reads nothing itself.

A rule of several parts stands in a wording as a part of its own; one of alternatives only may stand among others:
`click <a_link>`, `[of] <carts>|list`. A rule may use rules.
"""

from __future__ import annotations

import re

_RULE = re.compile(r"<(\w+)>")

RULES: dict[str, str] = {
    "a_text": "[the|a] [text|message|words|answer|comment]",
    "absence_of": "the_absence_of|absence_of|for_the_absence_of|the_non-existence_of",
    "and_keep_it": (
        "[,] and|then|, [then] save|store|remember|keep|note [it|that|this|the_value] as|in|into|under|to [the] "
        "[variable|name]"
    ),
    "at_most": "up_to|at_most|within|max|maximum|a_maximum_of|no_more_than|no_longer_than",
    "browser_dialog": (
        "[the|this|that|browser|native|javascript] [the|browser|native|javascript|js|confirmation|confirm|alert|"
        "prompt] alert|confirm|prompt|confirmation|dialog|dialogue|popup|pop-up|popup_message|message_box|alert_box|box"
    ),
    "browser_tab": ("[the|this|that|current|new|a|second|other] [current|new|browser|second|other] tab|window|page"),
    "cookies": (
        "[all|the] [all|the] cookies|cookie_banner|cookie_notice|cookie_consent|consent_banner|cookies_banner|"
        "cookie_dialog|cookie_popup"
    ),
    "credentials": "( <user> {user:value} ,|/|;|and <password> {password:value} )",
    "example": "( [e.g|eg|i.e|for_example|such_as|like|say] [,|:] {value:quotephrase} )",
    "expecting_status": (
        "expecting|expect [a|an|the] [http] [status|response|answer] [code] {status:number} [response|status|ok|"
        "created|back]"
    ),
    "in_the_browser": "[in|on|with|using] [the|a|my|your|any] [new] [web|google] [browser|chrome|chromium] [browser]",
    "into_target": "to|into|in|for|via|using|as|under {target}",
    "is_loaded": ("is_loaded|has_loaded|loads|is_fully_loaded|finishes_loading|has_finished_loading|is_ready|is_idle"),
    "letters_into": "[letters|characters] in|into {field:target}",
    "of_the_list": "[of|in] [the] [list|table|page|stack|queue|column]",
    "password": (
        "[the|my|a|its] password|passcode|passphrase|pw|pass|pin|pin_code|code|private_code|secret_code|access_code|"
        "login_code|secret [:|=|as] [of]"
    ),
    "places": "position|positions|place|places|spot|spots|slot|slots|row|rows|step|steps",
    "presence_of": (
        "the_presence_of|the_existence_of|the_visibility_of|presence_of|existence_of|visibility_of|for_the_presence_of|"
        "for_the_existence_of"
    ),
    "request": "[a|an|the] [http] {method:bare} [request|call] [to|at|on] {url:address}",
    "what_is_asked": (
        "it|this|that|the_deletion|deletion|the_removal|the_dialog|the_action|the_question|the_prompt|the_message|"
        "the_popup|the_warning"
    ),
    "what_was_entered": (
        "[all|the|my|your|this|these] [the|my] [new|login|registration|whole|empty|blank|filled|"
        "completed] [form|it|them|everything|changes|"
        "settings|data|details|order|entry|draft|edits|preferences|login_form]"
    ),
    "site": "[website|web_site|site|homepage|home_page|main_page|main_web_page|landing_page|"
    "page|web_page|webpage|application|app|url|link]",
    "that": "[that|if|whether]",
    "the_received_mail": "the_received_mail|the_received_email|the_received_e-mail|the_mail_that_came|the_new_mail",
    "the_boxes_of": "[the] [boxes|checkboxes] [of|for|next_to|beside]",
    "the_cart": "[the|my|your|their|his|her|our] [shopping] cart|basket|bag|trolley",
    "the_file": "[the|a|an|my] [file|files|document|image|photo|picture|attachment] [called|named]",
    "the_following": "[the] [following] [details_:|values_:|data_:|:] {pairs}",
    "what_is_loaded": "[page|browser|tab|site|website|app|application|screen|board|dashboard|homepage|home_page]",
    "the_page": ("[the|this|new|next] [new|next] page|site|website|screen|app|application|network|everything|content"),
    "the_selection": "[the] [selection|selected_text|text|it]",
    "the_steps": "[the] [following] [steps|actions]",
    "the_text_of": "[the] [text|content|contents|value] [of|in|from]",
    "the_words": "the_text|the_words",
    "to_appear": (
        "to_appear|to_be_visible|to_be_shown|to_be_displayed|to_show|to_show_up|to_be_present|to_come_up|"
        "to_pop_up|to_open|to_exist|to_become_visible|to_be_there"
    ),
    "to_disappear": (
        "to_disappear|to_vanish|to_be_hidden|to_go_away|to_be_gone|to_close|to_not_be_visible|not_to_be_visible|"
        "to_be_removed|to_become_hidden|to_be_invisible"
    ),
    "to_find_and_click": (
        "[,] [in_order] to [find|locate|look_for|reach] [and] click|press|tap|open|select|choose [on] {target}"
    ),
    "to_load": (
        "to_load|to_be_loaded|to_finish_loading|to_load_completely|to_be_ready|to_be_idle|to_be_fully_loaded|"
        "load|loading"
    ),
    "user": (
        "[the|my] [user|username|user_name|email|e-mail|email_address|login|account|name|credentials] [name|"
        "address] [:|=|as]"
    ),
    "with_body": "with [the] [body|json|payload|data] [:] {body:value}",
}


class WrongRule(Exception):
    """A wording names a rule that is not in the table or has several parts among alternatives, or none names it."""


_used: set[str] = set()


def written_out(line: str) -> str:
    """The wording with its rules replaced by what they stand for."""
    return " ".join(_replaced(part) for part in line.split())


def all_are_used() -> None:
    """To be asked once every wording is written out."""
    if unused := RULES.keys() - _used:
        raise WrongRule(f"No wording names {sorted(unused)}")


def _replaced(part: str) -> str:
    for name in _RULE.findall(part):
        if name not in RULES:
            raise WrongRule(f"<{name}>")
        _used.add(name)
        rule = written_out(RULES[name])
        if part != f"<{name}>" and (" " in rule or rule[0] in "[{"):
            raise WrongRule(f"{part}: <{name}> has several parts, it cannot stand among others")
        part = part.replace(f"<{name}>", rule)
    return part
