"""The clipboard of the run: copy, cut, paste."""

from __future__ import annotations

from qa_appliance.core.steps import Clipboard, Fill, Step
from qa_appliance.core.target import Target
from qa_appliance.english.verbs.fields import fill
from qa_appliance.english.wording.forms import form, verb
from qa_appliance.english.words.tokens import Phrase


def copy(target: Target | None = None) -> Step:
    return Clipboard(move="copy", target=target)


def cut(target: Target | None = None) -> Step:
    return Clipboard(move="cut", target=target)


def paste(target: Target | None = None) -> Step:
    return Clipboard(move="paste", target=target)


def paste_text(field: Target, value: Phrase) -> Step | None:
    """What may be typed into the field may be pasted, a secret as one."""
    done = fill(field, value)
    return Clipboard(move="paste", target=done.target, text=done.value) if isinstance(done, Fill) else None


VERBS = (
    verb(
        "copy",
        form("clipboard.copy", "copy the selected text", "<the_selection> [to_the_clipboard|to_clipboard]", copy),
        form("clipboard.copy-from", 'copy the text of "Coupon"', "<the_text_of> {target} [to_the_clipboard]", copy),
    ),
    verb(
        "cut",
        form("clipboard.cut", "cut the selected text", "<the_selection>", cut),
        form(
            "clipboard.cut-from",
            "cut the text of the Name field",
            "<the_text_of> {target}",
            cut,
        ),
    ),
    verb(
        "paste",
        form("clipboard.paste", "paste the text", "[the] [clipboard|text|it|copied_text|clipboard_content]", paste),
        form(
            "clipboard.paste-into",
            "paste it into the Name field",
            "[the|it] [clipboard|text|it|copied_text|copied_value|content] [of_the_clipboard] "
            "into|in|to|inside {target}",
            paste,
        ),
        form(
            "clipboard.paste-text",
            'paste "AB-12" into the Code field',
            "[the] [text|value|code] {value:quotephrase} into|in|to|inside {field:target}",
            paste_text,
        ),
    ),
)
