"""What a step does, in one sentence for people. Pure; knows no page and no wording."""

from __future__ import annotations

from functools import singledispatch

from qa_appliance.core import checks as c
from qa_appliance.core import steps as s

_CHECKS: dict[type, tuple[str, str]] = {
    c.TextShown: ("the text is visible", "the text is not visible"),
    c.TitleIs: ("the title is as said", "the title is not so"),
    c.AddressIs: ("the address is as said", "the address is not so"),
    c.CountIs: ("there are so many", "there are not so many"),
    c.ChangedBy: ("the number is another one than before the step, by so much", "it is not"),
    c.MessageSays: (
        "one sentence there holds all these words, in any form and order (“added”, “adds”), and denies nothing else",
        "no sentence there does",
    ),
    c.ErrorShown: ("the page shows an error", "the page shows no error"),
    c.Requested: (
        "since the last deed the pages sent such a request, and it was answered so",
        "since the run began the pages sent no such request, watched until the next deed",
    ),
    c.AnswerIs: ("the answer looked at last is as said", "the answer is not so"),
    c.ListSorted: ("the list is in that order", "the list is not in that order"),
    c.OnlyShown: ("those are all the entries there are", "there are others too"),
    c.LoadsWithin: ("the page was loaded within the time", "the page took longer"),
    c.ScrollsSideways: ("the page scrolls sideways", "the page fits the screen's width"),
    c.LooksLikeBaseline: ("it looks as in the accepted picture", "it looks different"),
    c.Downloaded: ("the last download is as said", "the last download is not so"),
    c.TabOpened: ("the last deed opened a tab of its own", "the last deed opened no tab"),
    c.MailIs: ("the mail is as said", "the mail is not so"),
    c.ValueIs: ("the field holds the value", "the field does not hold the value"),
    c.LinkGoes: ("the link leads there", "the link does not lead there"),
    c.AnyOf: ("one or the other holds", "none of them holds"),
    c.TextIs: ("its text is as said", "its text is not so"),
}
_STATES: dict[str, tuple[str, str]] = {
    "visible": ("the element is visible", "the element is not visible"),
    "enabled": ("the element can be used", "the element is disabled"),
    "checked": ("the box is ticked", "the box is not ticked"),
    "focused": ("the element has the focus", "the element does not have the focus"),
    "editable": ("the field can be typed into", "the field is read-only"),
    "empty": ("the field or list is empty", "the field or list is not empty"),
    "selected": ("the element is selected", "the element is not selected"),
    "expanded": ("the element is expanded", "the element is collapsed"),
    "required": ("the field is required", "the field is optional"),
    "crossed_out": ("a line goes through its text", "no line goes through its text"),
    "done": ("the entry is ticked, crossed out or says that it is done", "the entry is not done yet"),
    "masked": ("the field shows no character of what it holds", "the field shows what it holds"),
    "exists": ("the element is on the page, visible or not", "the element is not on the page at all"),
}
_NUMBERS = frozenset({"more", "at_least", "less", "at_most"})
_EVENTS = {
    "console_error": "no error was written to the browser's console",
    "failed_request": "no request failed",
    "accessibility": "the page has no such accessibility problem",
}
_STEPS: dict[type, str] = {
    s.Clear: "Empties the field.",
    s.WaitMail: "Waits for a mail to that address that came since the run began; from then on “the mail” is that one.",
    s.OpenMailLink: "Opens that link of the mail.",
    s.Hover: "Moves the pointer over the element.",
    s.SelectText: "Selects the element's text.",
    s.Download: "Clicks and keeps the file that comes.",
    s.WaitTime: "Waits for that long.",
    s.WaitLoad: "Waits until the page has loaded.",
    s.LogIn: "Finds the sign-in form, fills it in and sends it.",
    s.SignIn: "Signs in with that account of the project, as somebody new to the site.",
    s.Visitor: "Forgets who is signed in, with all that the browser keeps of the site, and opens its start page.",
    s.FillRequired: "Gives every required field that is empty a value that is valid there.",
    s.LogOut: "Finds the way to sign out and takes it.",
    s.Search: "Types into the page's search field and sends it.",
    s.AcceptCookies: "Accepts the cookie banner, if there is one.",
    s.AddToCart: "Puts that product into the cart.",
    s.Sort: "Chooses that order where the page offers some, else clicks the column's header until it stands so.",
    s.Message: "Replies to it or forwards it, and sends.",
    s.Remember: "Keeps the text under that name, for later sentences.",
    s.RememberAnswer: "Keeps what stands under that name in the answer looked at last, for later sentences.",
    s.Device: "Shows the page as on that device, from here on.",
    s.Person: "Goes on as another user, in a browser session of their own.",
    s.Http: "Sends the request and checks the answer.",
    s.LetThrough: "Lets the site answer everything itself again.",
    s.When: "Does the steps only if the condition holds.",
    s.ForEach: "Does the steps for every element that fits.",
}


@singledispatch
def does(step: s.Step) -> str:
    """One sentence with its full stop: "Clicks the element." """
    return _STEPS[type(step)]


@does.register
def _(step: s.Assert) -> str:
    return f"Checks that {_check(step.check)}."


@does.register
def _(step: s.WaitFor) -> str:
    return f"Waits until {_check(step.check)}."


@does.register
def _(step: s.Fill) -> str:
    return "Adds the text to what the field holds." if step.append else "Types the text into the field."


@does.register
def _(step: s.EnterCode) -> str:
    whose = "the mail" if step.mailed else "the environment's authenticator as it is at that moment"
    return f"Types the one-time code of {whose}."


@does.register
def _(step: s.Answering) -> str:
    return {
        "answer": "From here on answers such requests in the site's place.",
        "change": "From here on changes that value in what the site answers; all else stays.",
        "delay": "From here on has the site's answers come that late.",
        "never": "From here on leaves such requests without an answer.",
        "block": "From here on lets no such request out.",
    }[step.move] + " Fails where none is ever sent."


@does.register
def _(step: s.Line) -> str:
    return {
        "offline": "Cuts the browser off from every network.",
        "online": "Connects the browser again.",
        "slow": "Makes the connection as slow as that.",
        "latency": "Has every answer come that much later.",
        "normal": "Makes the connection as fast as it is again.",
        "cpu": "Has the page's code run that many times slower.",
    }[step.move]


@does.register
def _(step: s.Surroundings) -> str:
    return {
        "clock": "Sets the browser's clock, which runs on from there.",
        "pass": "Has so much time pass on the browser's clock; nobody waits for it.",
        "place": "Tells the site that the browser is there, at latitude and longitude.",
        "allow": "Gives the site leave to use it, where it asks.",
        "deny": "Refuses it to the site, where it asks.",
        "look": "Has pages shown so, from here on.",
        "language": "Runs the whole test in a browser of that language. Stands before anything is done.",
        "zone": "Runs the whole test in a browser in that time zone. Stands before anything is done.",
        "passkey": "Gives the browser a passkey of this run, which answers by itself.",
    }[step.move]


@does.register
def _(step: s.Go) -> str:
    return "Opens the address." if step.url else "Opens that page by the site's own links."


@does.register
def _(step: s.History) -> str:
    return {"back": "Goes back.", "forward": "Goes forward.", "reload": "Reloads the page."}[step.move]


@does.register
def _(step: s.Choose) -> str:
    return "Chooses the options." if len(step.options) > 1 else "Chooses the option."


@does.register
def _(step: s.SetChecked) -> str:
    return {True: "Ticks the box.", False: "Takes the tick away.", None: "Turns the box over."}[step.on]


@does.register
def _(step: s.Press) -> str:
    where = " in the element" if step.target else ""
    return f"Presses the keys in order{where}." if len(step.keys) > 1 else f"Presses the key{where}."


@does.register
def _(step: s.Drag) -> str:
    return "Drags the element onto the other." if step.to else "Drags the element that far."


@does.register
def _(step: s.Scroll) -> str:
    return "Scrolls until the element is in view." if step.direction == "to" else "Scrolls that way."


@does.register
def _(step: s.Clipboard) -> str:
    return {"copy": "Copies the text.", "cut": "Cuts the text out.", "paste": "Pastes."}[step.move]


@does.register
def _(step: s.Cookies) -> str:
    return {
        "set": "Gives the site's cookie that value.",
        "delete": "Deletes the site's cookie.",
        "clear": "Deletes all cookies of the browser.",
    }[step.move]


@does.register
def _(step: s.Upload) -> str:
    if step.made:
        return "Makes a small file of that kind and gives it to the field."
    return "Gives the field a file of that size." if step.size_bytes else "Gives the field the files."


@does.register
def _(step: s.Dialog) -> str:
    return "Accepts the page's dialog." if step.accept else "Dismisses the page's dialog."


@does.register
def _(step: s.Tab) -> str:
    return {"switch": "Goes on in that tab.", "new": "Opens a new tab.", "close": "Closes the tab."}[step.move]


@does.register
def _(step: s.Repeat) -> str:
    return "Repeats the steps until the check holds." if step.until else "Repeats the steps that often."


@does.register
def _(step: s.Click) -> str:
    if step.confirms:
        return "Says yes to what is asked: to the browser's dialog, or by the button that does not decline."
    if step.seek:
        return "Looks for the element, opening what hides it, and clicks it."
    if step.modifiers:
        return "Clicks the element while the key is held."
    if step.count == 2:
        return "Double-clicks the element."
    by_button = {"left": "Clicks the element.", "right": "Right-clicks the element.", "middle": "Middle-clicks it."}
    return by_button[step.button]


def _check(check: c.Check) -> str:
    if isinstance(check, c.EachIs):
        return f"of every one, {_check(check.says)}"
    if isinstance(check, c.NoEvents):
        return _EVENTS[check.kind]
    if isinstance(check, c.TextShown | c.ElementIs) and check.listed:
        return f"it stands on the page{' no more' if check.negated else ''}, whatever messages say of it"
    if isinstance(check, c.ElementIs):
        return _STATES[check.state][check.negated]
    if isinstance(check, c.TextIs | c.ValueIs) and check.comparison in _NUMBERS and not check.negated:
        return "its number compares so, in the page's own notation"
    return _CHECKS[type(check)][check.negated]
