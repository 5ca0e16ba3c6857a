"""What stands in a blank and is no row: quotes, names, texts, numbers, addresses, keys. Pure.

Each is answered as the test language writes it, with what it costs to take these words so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise, product

from qa_appliance.language.lexicon import QUALITIES, SHADES
from qa_appliance.language.parsing import ordinal
from msgspec.structs import replace

from qa_appliance.language.tokens import Token
from qa_appliance.language.values import NUMBERS, read_key
from qa_appliance.language.words import WORD, Unsayable, duration, keys, plain, position, quoted
from qa_appliance.translate.grammar import Grammar, grammar
from qa_appliance.translate.template import Lit

LOOSE = "\u2060"
"""Behind a text that is compared without regard to case; a mark of this room only."""
Found = Iterator[tuple[str, float]]
_LEFT_OPEN = frozenset({"the", "a", "an", "for", "to", "of", "and", "or", "with", "from", "by", "at", "that"})
"""With one of these at its end a name would go on."""
_QUALITIES = QUALITIES | SHADES
_MOST_QUALITIES = 3
_OF_A_NAME = re.compile(rf"{WORD.pattern}|[+×✕✖⋮…☰]|(?:#(?=\d)|[$€£])?\w(?:[\w.&/'’%+@:-]*[\w%+])?")
_LONGEST_NAME = 7
_LONGEST_LOWER = 5
_LONGEST_TEXT = 14
_VARIABLE = re.compile(r"\{[^{}\s]+\}")
_LONGEST_JOINED = 3
_MOST_PRESSES = 20
_RELATIVE = re.compile(r"[a-z0-9_.-]+(?:/[a-z0-9_.-]+)+")
_DEGREES = re.compile(r"-?\d+(?:\.\d+)?")
_ENDS_OF_HOSTS = (
    "com org net io dev app test example edu gov info biz shop store online site co eu de at ch fr it es nl be uk us "
    "ca au pl se no dk fi jp in br"
)
_HOSTS = "|".join(_ENDS_OF_HOSTS.split())
_ADDRESS = re.compile(
    rf"https?://\S+|www\.\S+|/[^\s\"']*|localhost(?::\d+)?(?:/\S*)?|[\w-]+(?:\.[\w-]+)*\.(?:{_HOSTS})(?:/\S*)?"
)
_LONGEST_SLUG = 4
_VERBS = frozenset("is are was were isn't aren't doesn't does did do has have had should must that which who can could be been doesnt dont isnt arent wasnt".split())
_BEGINNING_A_CLAUSE = frozenset(
    "is are was were does do did has have there they then and or but so can will that after before given instead none "
    "nothing no each every while until unless both either neither".split()
)
_NO_NAME = frozenset("the a an this that these those of in on at to for with by from into".split())
"""In lower case no name begins with it: it stands before one."""
_WHOLE = frozenset("page screen site website app url there none nothing instead given after before".split())
_CLOSING = frozenset("first last twice once again there here too below above next".split())
_LONGEST_PLURAL = 3
_WITHIN_A_TEXT = frozenset({"of", "out", "to", "and"})
_NO_PAGE = frozenset(
    "same next previous right wrong current new first second third last whole entire top bottom url address page link "
    "site step end limit start".split()
)
"""Which page it is, is told by something else."""
_WITHIN_A_SLUG = frozenset("you us in up my".split())
_OF_WHO_TELLS = frozenset("see am have can should will must expect verify check click get find".split())
_ARTICLES = frozenset("the a an this that these those my your our his her their its".split())
_OF_A_TEXT = frozenset(
    "digits characters letters words times seconds minutes hours days weeks months years pixels percent stars points "
    "dollars euros pounds cents steps spaces symbols others ones lines errors warnings issues problems exceptions "
    "failures duplicates differences traces changes hits signs matches".split()
)
"""What texts, times and amounts consist of: no things one could count on a page."""
_TELLING = QUALITIES | frozenset("required mandatory optional empty new expired completed failing broken invalid valid".split())
_LOWER = re.compile(r"[a-z][a-z-]*")
_AMOUNT = re.compile(r"[-+−]?[$€£¥]? ?\d+(?:[.,:/-]\d+)*(?: ?[%€$£¥])?")
_PRICE = re.compile(r"\d+[.,]\d\d")
_DELTA = re.compile(r"[$€£¥]? ?(\d+(?:\.\d+)?)(?: ?[€$£¥])?")
_NUMBER = re.compile(r"\d+")
_LEADING_ASTRAY = (
    "the a an it them him her this these those its their my your our his everything anything something all any "
    "several many few some another newest latest oldest earliest most least recent same following above below or "
    "then random anywhere again one is are was were be it's i you we he she they newly just via nothing none away "
    "elsewhere outside somewhere around twice thrice times"
)
_NEVER_BARE = frozenset(_LEADING_ASTRAY.split())
"""In lower case none of these stands in a name without quotes."""
_NEVER_FIRST = frozenset(["to", "of", "with", "and", "at", "from", "by", "into", "onto", "as", "but", "so", "if"])
_NEVER_ALONE = frozenset(
    {"last", "next", "key", "keys", "left", "right", "top", "bottom", "side", "middle", "center", "centre"}
)
_ENDS_OF_ELEMENTS = frozenset(
    {
        "menu",
        "tab",
        "button",
        "link",
        "dialog",
        "popup",
        "modal",
        "icon",
        "field",
        "checkbox",
        "dropdown",
        "row",
        "column",
        "cell",
    }
)
_ASKING = frozenset({"How", "What", "Where", "When", "Why", "Who", "Which"})
_MOST_TIMES = 50
_HELD = {
    "shift": "Shift",
    "ctrl": "Control",
    "control": "Control",
    "alt": "Alt",
    "cmd": "Meta",
    "command": "Meta",
    "meta": "Meta",
}
_FIRST_OF_NAMES = frozenset({"first", "second", "last", "next"})
_TWO_IN_ONE = 3.0
"""What a known name with an "and" in it costs at most."""
_MARKS_OF_VALUES = frozenset(",&-/!?+'*%#@=")
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_CODE = re.compile(rf"(?i:[-+]?[$€£¥]? ?[^\s,;:()\"']*(?:[,:/][^\s,;:()\"']+)*(?: ?[%€$£])?|\d+(?:st|nd|rd|th)?\.? {_MONTH}(?:,? \d{{4}})?|{_MONTH} \d+(?:st|nd|rd|th)?(?:,? \d{{4}})?)")
_OFTEN = 100
_NO_TEXT = frozenset(".;:>()")
"""Marks that only quotes hold together with what stands around them."""
_MOST_SMALL_WORDS = 2
_PARTICLES = frozenset({"in", "out", "up", "on", "off", "over", "as", "down", "all", "by"})
"""With what a name may end: Sign in, Save as, Select all."""
_WITH_PARTICLES = frozenset(
    {"log", "sign", "check", "opt", "plug", "zoom", "clock", "cash", "back", "turn", "select", "view"}
)
_NO_ENDS = frozenset({"left", "elements", "element", "issues", "problems", "values", "following"})
_JOINING = frozenset({"and", "of"})
_CLEAR_NOUNS = frozenset(
    {"button", "btn", "link", "field", "checkbox", "dropdown", "textbox", "icon", "heading", "dialog"}
)
"""A name ends before them: what follows is said of it."""
_BEGINNING_A_TEXT = frozenset({"in", "on", "out", "all", "under", "to", "off", "up"})
"""In progress, on hold, out of stock, all, under review, to do."""
_MARKS_OF_A_TEXT = frozenset({",", "!", "?", "-", "'"})
_AFTER_A_DEED = frozenset({"to", "with", "for", "as", "your", "my", "by"})
_NO_SORTS = frozenset(
    {
        "element",
        "elements",
        "variable",
        "selector",
        "xpath",
        "text",
        "regex",
        "pattern",
        "class",
        "id",
        "attribute",
        "value",
        "values",
        "search",
        "query",
        "locator",
        "css",
        "type",
        "and",
        "or",
        "page",
        "title",
        "key",
        "keys",
    }
)
_MOST_WORDS_OF_A_SORT = 3
_SELECTOR = re.compile(r"\[[\w-]+[~|^$*]?=")
_PLURALS = frozenset({"people", "men", "women", "children"})
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_CARDINALS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_UNITS = {
    unit: size
    for units, size in (
        ("s sec secs second seconds", 1.0),
        ("ms milliseconds millisecond", 0.001),
        ("min mins minute minutes m", 60.0),
        ("h hour hours", 3600.0),
    )
    for unit in units.split()
}
_DURATION = re.compile(rf"(\d+(?:\.\d+)?|{'|'.join(NUMBERS)}) ?({'|'.join(_UNITS)})")


def _quote(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and _VARIABLE.fullmatch(tokens[0].text):
        yield quoted(tokens[0].text), 0.0
    elif len(tokens) == 1 and tokens[0].kind == "quoted" and not (_to_be_filled(tokens[0], rules) or _SELECTOR.match(tokens[0].text)):
        try:
            yield quoted(tokens[0].value), 0.0
        except Unsayable:
            return


def _to_be_filled(token: Token, rules: Grammar) -> bool:
    """[your name], [data-testid=submit]: no text that stands there."""
    return token.text[0] == "[" and ("=" in token.value or _of_class("telling", token.value.split(" ")[0], rules))


def _name(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A quote, or words that could be one: short, and with none among them that begins something else."""
    yield from _quote(tokens, rules)
    if len(tokens) > 1 and tokens[-1].low == "?" and tokens[0].text[:1].isupper():
        tokens = tokens[:-1]  # Forgot your password?
    if len(tokens) > _LONGEST_NAME or any(
        token.kind != "word" or not _OF_A_NAME.fullmatch(token.text) for token in tokens
    ):
        return
    words = [token.text for token in tokens]
    if any(word in rules.never_named or word in rules.never_in_names for word in words) or not _is_named(words, rules):
        return
    if _is_no_name(tokens, rules) or _goes_on(tokens, rules) or not _is_knowable(tokens, rules):
        return
    known = rules.groups.get("one_name", []) if any(token.low in ("and", "of", "&") for token in tokens) else []
    joined = f" {' '.join(token.low for token in tokens)} "
    leading_on = frozenset() if any(f" {' '.join(form)} " in joined for form, _ in known) else rules.leading_on
    cost = sum(3.0 if word in leading_on else 1.0 if word[:1].isupper() else 1.2 for word in words)
    if words[-1] in _PARTICLES and len(words) > 1 and words[-2].lower() in _WITH_PARTICLES:
        cost -= 2.8
    text = " ".join(words)
    is_plain = plain(text) and all(WORD.fullmatch(word) for word in words)
    yield text if is_plain else quoted(text), cost + 0.5


def _is_named(words: list[str], rules: Grammar) -> bool:
    """Whether words without quotes are put as a name is: Add to cart, the order number, Sign in."""
    first, last = words[0], words[-1]
    small = [
        word
        for before, word in pairwise(("", *words))
        if word in rules.leading_on and not (word in _PARTICLES and before.lower() in _WITH_PARTICLES)
    ]
    begins = first in rules.leading_on and not (first in _WITH_PARTICLES and words[1:] and words[1] in _PARTICLES)
    if begins or len(small) > _MOST_SMALL_WORDS:
        return False
    if last in rules.leading_on and last not in _PARTICLES and words[-2:] != ["Try", "again"]:
        return False
    if all(word in rules.telling_nothing for word in words) or last in _NO_ENDS:
        return False
    if first in ("The", "A", "An", "This", "That", "These", "Those") and len(words) > 1 and words[1].islower():
        return False
    if any(
        word == "or" and (following in rules.purposes or following[:1].isupper()) for word, following in pairwise(words)
    ):
        return False
    if len(words) > 1 and (first.isdigit() or first in _CARDINALS) and words[1].islower():
        return False
    if first[:1].islower():
        inner = small[:-1] if small and last in _PARTICLES and small[-1] == last else small
        inner = inner[1:] if inner and inner[0] == first else inner
        if any(word not in _JOINING for word in inner):
            return False
    elif any(word in _CLEAR_NOUNS for word in words[1:-1]):
        return False
    if "and" in words and not rules.articles.isdisjoint(words[words.index("and") :]):
        return False
    if any(word == "to" and following in rules.purposes for word, following in pairwise(words)):
        return False
    return not any(word in _CLEAR_NOUNS and following[:1].isupper() for word, following in pairwise(words))


def _is_knowable(tokens: Sequence[Token], rules: Grammar) -> bool:
    """Whether what the words say could be what something is called, and no more than that."""
    if any(token.text in _VERBS or token.text.endswith(("n't", "n’t")) for token in tokens):
        return False
    if len(tokens) == 1 and tokens[0].text in (*_ORDINALS, "last"):
        return False
    if tokens[-1].text in ("one", "ones") or tokens[0].text in _NO_NAME or (len(tokens) == 1 and tokens[0].low in _WHOLE):
        return False
    if len(tokens) > 2 and tokens[0].low in ("number", "count", "amount") and tokens[1].text == "of":
        return False
    if len(tokens) > 1 and tokens[0].low in _ORDINALS and tokens[1].low in _CARDINALS:
        return False
    if len(tokens) > 1 and tokens[0].low in _BEGINNING_A_CLAUSE and not all(token.text[:1].isupper() for token in tokens):
        return False
    if len(tokens) > 1 and tokens[0].low in ("i", "we", "you", "they") and tokens[1].text in _OF_WHO_TELLS:
        return False
    if len(tokens) > 1 and tokens[0].text.isdigit() and all(token.text.islower() for token in tokens[1:]):
        return False
    first, *rest = tokens
    if first.low in ("no", "not") or (not rest and first.text in rules.never_alone):
        return False
    if rest and (rest[0].text == "the" or first.low in rules.never_of and rest[0].low == "of"):
        return False
    if rest and first.text.isdigit() and rest[0].text.islower():
        return False
    if first.low in rules.never_first and not all(token.text[:1].isupper() for token in tokens):
        return False
    if any(token.text in rules.auxiliaries for token in tokens) or (rest and tokens[-1].text in _LEFT_OPEN):
        return False
    if first.low in rules.generic and rest and rest[0].text[:1].isupper() and first.text.islower():
        return False
    if first.text[:1].islower() and any(token.text == "the" for token in rest):
        return False
    in_capitals = first.text[:1].isupper() and any(token.text[:1].isupper() for token in rest or tokens)
    return in_capitals or not any(token.low in rules.never_in_common for token in tokens)


def _titled(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A text that stands there without quotes, with a capital."""
    first = tokens[0]
    if first.kind != "word" or not first.text[:1].isupper() or first.low in rules.leading_on | rules.never_named:
        return
    if any(token.text in ("and", "or") for token in tokens) or (len(tokens) == 1 and first.low in rules.generic):
        return
    for _, cost in _name(tokens, rules):
        yield quoted(" ".join(token.text for token in tokens)), cost


def _loose(tokens: Sequence[Token], rules: Grammar) -> Found:
    """The same; it is compared without regard to case."""
    for text, cost in _titled(tokens, rules):
        yield f"{text}{LOOSE}", cost


def _loose_words(tokens: Sequence[Token], rules: Grammar) -> Found:
    """The same, where nothing but a text can stand: it may begin with a figure, too."""
    if not tokens[0].text[:1].islower():
        yield from _any_words(tokens, rules)


def _any_words(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Words behind "the words"."""
    if all(token.kind == "word" and token.text not in rules.auxiliaries for token in tokens):
        if not any(token.low in rules.never_named or token.text in ("and", "or") for token in tokens):
            for text, cost in _text(tokens, rules):
                yield f"{text}{LOOSE}", cost


def _plain_words(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Words of a message as they are."""
    if len(tokens) <= _LONGEST_TEXT and all(token.kind == "word" for token in tokens) and tokens[0].low not in rules.auxiliaries:
        yield " ".join(token.text for token in tokens), 0.2 * len(tokens)


def _target_address(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Where a request goes to."""
    if len(tokens) == 1 and re.fullmatch(r"https?://\S+|/\S*|[\w-]+(?:\.[\w-]+)+(?:/\S*)?", tokens[0].value):
        yield tokens[0].value, 0.0
def _is_no_name(tokens: Sequence[Token], rules: Grammar) -> bool:
    """A position, a preposition, a time, a key and what it is for; many words of which none has a capital."""
    lower = tokens[0].text.islower()
    if tokens[0].text in _NEVER_FIRST or any(token.text in _NEVER_BARE for token in tokens):
        return True
    if (
        len(tokens) == 1
        and lower
        and (tokens[0].low in (*_ORDINALS, *_NEVER_ALONE) or tokens[0].low in rules.leading_on)
    ):
        return True
    if lower and len(tokens) > _LONGEST_LOWER:
        return True
    if lower and any(token.text == "and" and rules.begins_deed(following) for token, following in pairwise(tokens)):
        return True
    before = " ".join(token.value for token in tokens[:-1])
    if before and tokens[-1].low in ("key", "keys") and read_key(before, sure=True) is not None:
        return True
    if len(tokens) > 1 and tokens[1].low in ("to", "and") and read_key(tokens[0].value) is not None:
        return True
    return any(_DURATION.fullmatch(f"{token.low} {following.low}") for token, following in pairwise(tokens))


def _text(tokens: Sequence[Token], rules: Grammar) -> Found:
    yield from _quote(tokens, rules)
    if len(tokens) > _LONGEST_TEXT or any(token.kind == "quoted" for token in tokens):
        return
    if any(token.text in rules.never_named for token in tokens[1:]) or tokens[0].kind == "mark":
        return
    if any(token.kind == "mark" and token.low in _NO_TEXT for token in tokens):
        return
    if _goes_on(tokens, rules) or not _is_a_text(tokens, rules):
        return
    cost = sum(3.0 if token.text in rules.leading_on or token.kind == "mark" else 1.0 for token in tokens)
    yield quoted(_as_written(tokens)), cost + 1.0


def _as_written(tokens: Sequence[Token]) -> str:
    """With a blank only where one was written."""
    text = tokens[0].text
    for before, token in pairwise(tokens):
        text += f" {token.text}" if token.start > before.end else token.text
    return text


def _goes_on(tokens: Sequence[Token], rules: Grammar) -> bool:
    """Whether within it something else begins to be done: "Name and press Enter"."""
    verbs = rules.bases[""]
    return any(
        before.low in ("and", ",", "then", ";", ".") and token.text in verbs and token.text not in rules.leading_on
        for before, token in pairwise(tokens)
    )


def _begins(tokens: Sequence[Token], rules: Grammar) -> bool:
    """Whether it begins as what is done does: press enter."""
    first = tokens[0].text
    return len(tokens) > 1 and first in rules.bases[""] and first not in rules.leading_on


def _of_class(name: str, words: str, rules: Grammar) -> bool:
    form = tuple(words.split())
    return bool(form) and any(form == each for each, _ in rules.by_first.get((name, form[0]), ()))


def _given(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A value that stands there itself: in quotes, or in words that do not merely tell of one (a valid email)."""
    yield from _quote(tokens, rules)
    yield from _code(tokens, rules)
    if len(tokens) > _LONGEST_TEXT or tokens[0].kind == "mark" or any(token.kind == "quoted" for token in tokens):
        return
    texts = [token.text for token in tokens]
    if any(token.kind == "mark" and token.text not in _MARKS_OF_VALUES for token in tokens):
        return
    if not rules.never_named.isdisjoint(texts) or _goes_on(tokens, rules) or _begins(tokens, rules):
        return
    if _of_class("stated", " ".join(texts).lower(), rules):
        yield quoted(_as_written(tokens)), 1.5
        return
    if _of_class("telling", texts[0], rules) or _of_class("described", texts[0], rules):
        return
    if any(_of_class("never_given", text, rules) for text in texts):
        return
    if _of_class("field_word", texts[-1], rules):
        return
    cost = sum(3.0 if token.text in rules.leading_on or token.kind == "mark" else 1.0 for token in tokens)
    yield quoted(_as_written(tokens)), cost + 1.0


def _code(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What by its looks is a value and no name: an amount, a date, an address of mail, a code."""
    text = _as_written(tokens)
    if tokens[0].kind == "quoted":
        if len(tokens) == 1 and re.search(r"\d|@", tokens[0].value):
            yield quoted(tokens[0].value), 0.0
    elif _CODE.fullmatch(text) and re.search(r"[\d@{]|\w_\w", text):
        yield quoted(text), 0.2 * len(tokens)


def _fieldname(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A name that a field can have; cheaper where its last word often is a field's."""
    if tokens[0].kind == "quoted":
        yield from _quote(tokens, rules)
        return
    texts = [token.text for token in tokens]
    known = _of_class("field_word", tokens[-1].low, rules)
    telling = _of_class("telling", texts[0], rules) and not (known and len(texts) > 1 and texts[0] in _FIRST_OF_NAMES)
    if telling or texts[-1] in rules.leading_on or _goes_on(tokens, rules):
        return
    if any(_of_class("within_no_field", text, rules) for text in texts):
        return
    if _of_class("no_label", texts[0].lower(), rules) or (_of_class("no_first", texts[0].lower(), rules) and not known):
        return
    if all(text.isdigit() for text in texts) or (_begins(tokens, rules) and not known):
        return
    for text, cost in _name(tokens, rules):
        yield text, cost * (0.6 if known else 1.0)


def _fieldthing(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A name by itself, with its article: that of nothing but a field."""
    texts = [token.text for token in tokens]
    if tokens[0].kind == "quoted" or _of_class("no_field", texts[-1], rules):
        return
    if len(texts) == 1 and _of_class("vague", texts[0], rules):
        return
    for text, cost in _fieldname(tokens, rules):
        yield f"the {text}" if text[0].islower() else text, cost


def _knownfield(tokens: Sequence[Token], rules: Grammar) -> Found:
    if tokens[0].kind != "quoted" and _of_class("field_word", tokens[-1].low, rules):
        for text, cost in _fieldthing(tokens, rules):
            if " and " not in text or cost < _TWO_IN_ONE:
                yield text, cost


def _unquoted_field(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Its name, which quotes are put around."""
    for text, cost in _fieldname(tokens, rules) if tokens[0].kind != "quoted" else ():
        yield text.strip('"'), cost


def _known_common(tokens: Sequence[Token], rules: Grammar) -> Found:
    for text, cost in _knownfield(tokens, rules):
        if text.startswith("the "):
            yield text, cost


def _knownproper(tokens: Sequence[Token], rules: Grammar) -> Found:
    for text, cost in _knownfield(tokens, rules):
        if not text.startswith("the "):
            yield text, cost


def _properfield(tokens: Sequence[Token], rules: Grammar) -> Found:
    for text, cost in _fieldthing(tokens, rules):
        if not text.startswith("the "):
            yield text, cost


def _labelfield(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Before a colon: no word that tells what is shown (Total: 5)."""
    if not _of_class("told", tokens[-1].low, rules):
        yield from _properfield(tokens, rules)


def _lowword(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and tokens[0].text.isalpha() and tokens[0].text.islower():
        if not _of_class("telling", tokens[0].text, rules) and not _of_class("described", tokens[0].text, rules):
            yield quoted(tokens[0].text), 1.0


def _goods(tokens: Sequence[Token], rules: Grammar) -> Found:
    if not (len(tokens) > 1 and tokens[0].text.isdigit()):
        yield from _given(tokens, rules)


def _commonfield(tokens: Sequence[Token], rules: Grammar) -> Found:
    for text, cost in _fieldthing(tokens, rules):
        if text.startswith("the "):
            yield text, cost


def _kept(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What something is remembered as: {total}, "total", total."""
    for text, cost in _kept_name(tokens, rules):
        yield f"{{{text}}}", cost
    if tokens[0].kind == "quoted" and len(tokens) == 1 and re.fullmatch(r"[\w ]+", tokens[0].value):
        yield f"{{{tokens[0].value}}}", 0.0
    elif len(tokens) <= 4 and all(re.fullmatch(r"\w+", token.text) and not token.text.isupper() for token in tokens):
        begin = 1 if tokens[0].low in ("the", "a") and len(tokens) > 1 else 0
        yield f"{{{' '.join(token.text for token in tokens[begin:])}}}", 1.0 * len(tokens)


def _kept_name(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and (found := re.fullmatch(r"\{([^{}]+)\}", tokens[0].text)):
        yield found[1], 0.0


def _slashed(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Who logs in and the password, in one word: admin/admin123."""
    found = re.fullmatch(r"([\w.@+-]+)/([^\s/]+)", tokens[0].text) if len(tokens) == 1 else None
    if found is not None and not rules.leading_on.issuperset(found.groups()):
        yield f"{quoted(found[1])} with password {quoted(found[2])}", 0.0


def _properword(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Words with capitals, or a word with signs in it. Two with an "and" between could be one: Bed and Breakfast."""
    yield from _code(tokens, rules)
    if len(tokens) > 4 or any(token.kind != "word" for token in tokens):
        return
    if _of_class("field_word", tokens[-1].low, rules) or not (tokens[0].text[:1].isupper() and tokens[-1].text[:1].isupper()):
        return
    joints = [token for token in tokens if not token.text[:1].isupper()]
    if any(token.text not in ("and", "of", "the", "&") for token in joints):
        return
    known = any(" ".join(form) == " ".join(token.low for token in tokens) for form, _ in rules.groups["one_name"])
    apart = 0.0 if known else sum(5.0 if token.text == "and" else 0.0 for token in joints)
    yield quoted(_as_written(tokens)), 1.0 * (len(tokens) - len(joints)) + apart


def _is_a_text(tokens: Sequence[Token], rules: Grammar) -> bool:
    """Not what is said of one (a valid email, the text below, it), and nothing that goes on to something else."""
    first = tokens[0].text
    if first == "all" and len(tokens) > 1:
        return False
    if first not in _BEGINNING_A_TEXT and any(
        first in words for words in (rules.leading_on, rules.articles, rules.never_in_names, rules.standing_for_others)
    ):
        return False
    if any(token.kind == "mark" and token.low not in _MARKS_OF_A_TEXT for token in tokens):
        return False
    joined = pairwise(token.text for token in tokens)
    return not any(
        joint in ("and", "or", ",", "then") and (word in rules.purposes or word in rules.leading_on)
        for joint, word in joined
    )


def _address(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and _ADDRESS.fullmatch(tokens[0].value):
        value = tokens[0].value
        known = value.startswith(("http", "/"))
        yield value if known else f"http://{value}" if value.startswith("localhost") else f"https://{value}", 0.0


def _path(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and re.fullmatch(r"https?://\S+|/\S*|\S+/\S+", tokens[0].value):
        yield quoted(tokens[0].value), 0.0


def _route(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A path or a full address without quotes."""
    if tokens[0].kind == "word" and re.fullmatch(r"(?:https?://|/)\S*", tokens[0].text):
        yield f"{quoted(tokens[0].value)}{LOOSE}", 0.0


def _quoted_route(tokens: Sequence[Token], rules: Grammar) -> Found:
    if tokens[0].kind == "quoted" and re.fullmatch(r"(?:https?://|/)\S*", tokens[0].value):
        yield from _quote(tokens, rules)


def _query(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and tokens[0].kind == "word" and re.fullmatch(r"[?&#][\w-]\S*", tokens[0].text):
        yield f"{quoted(tokens[0].text)}{LOOSE}", 0.0


def _local(tokens: Sequence[Token], rules: Grammar) -> Found:
    if tokens[0].text.startswith("/") and "?" not in tokens[0].text:
        yield from _route(tokens, rules)


def _quoted_local(tokens: Sequence[Token], rules: Grammar) -> Found:
    if tokens[0].value.startswith("/") and "?" not in tokens[0].value:
        yield from _quoted_route(tokens, rules)


def _number(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and tokens[0].kind == "word" and _NUMBER.fullmatch(tokens[0].text):
        yield tokens[0].text, 0.0


def _figure(tokens: Sequence[Token], rules: Grammar) -> Found:
    """An amount as it is written: 42.50, $5, 39,90 €."""
    text = " ".join(token.text for token in tokens)
    if (
        len(tokens) <= 2
        and tokens[0].kind == "word"
        and re.fullmatch(r"[-+]?[$€£¥]? ?\d[\d.,:]*(?: ?[%€$£]| [A-Z]{3})?", text)
    ):
        yield quoted(text), 0.0


def _piece(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A quote that holds something: nothing is contained in everything."""
    if tokens[0].value.strip():
        yield from _quote(tokens, rules)


def _amount(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A number as it stands there, or in quotes: 42.50, $5, 50 %."""
    text = " ".join(token.value for token in tokens)
    if len(tokens) <= 2 and _AMOUNT.fullmatch(text):
        yield quoted(text), 0.0


def _tally(tokens: Sequence[Token], rules: Grammar) -> Found:
    """How many there are: at least none is no number."""
    if tokens[0].low == "zero" and len(tokens) == 1:
        yield "0", 0.0
    elif tokens[0].low != "no":
        yield from _count(tokens, rules)


def _tag(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What something is marked as, which no state of an element is."""
    if tokens[0].low not in _TELLING:
        yield from _word(tokens, rules)


def _label(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What things of a kind are called, which is no number of them and tells nothing of their state."""
    if not any(token.low in _CARDINALS or token.low in _TELLING | {"and", "or"} or token.text.isdigit() for token in tokens):
        yield from _name(tokens, rules)


def _delta(tokens: Sequence[Token], rules: Grammar) -> Found:
    """By how much: 5.00 and $5 are 5."""
    found = _DELTA.fullmatch(" ".join(token.value for token in tokens)) if len(tokens) <= 2 else None
    if found is not None:
        yield _shortened(found[1]), 0.0
    elif len(tokens) == 1 and tokens[0].low in _CARDINALS[1:]:
        yield str(_CARDINALS.index(tokens[0].low)), 0.0


def _shortened(number: str) -> str:
    whole, dot, part = number.partition(".")
    return f"{whole}.{part}".rstrip("0").rstrip(".") if dot else whole


def _value_capital(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A text without quotes that begins with a capital or a digit, and with no word in it that could lead on."""
    if len(tokens) > _LONGEST_NAME or any(token.kind != "word" for token in tokens):
        return
    first = tokens[0].text[:1]
    if not (first.isupper() or first.isdigit()) or not tokens[-1].text[-1:].isalnum():
        return
    yield from _loosely(_of_words(tokens, rules))


def _wording(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A text without quotes in lower case, behind a word that says that one follows."""
    if len(tokens) <= _LONGEST_NAME and all(token.kind == "word" for token in tokens) and tokens[0].text[:1].islower():
        yield from _loosely(_of_words(tokens, rules))


def _value_code(tokens: Sequence[Token], rules: Grammar) -> Found:
    """One word that is plainly no word of a sentence: ann@x.test, report.pdf, a-12."""
    if len(tokens) == 1 and tokens[0].kind == "word" and re.fullmatch(r"[a-z][\w.+-]*(?:@[\w.-]+|\.[a-z]{2,5}|-\d+|\d+)", tokens[0].text):
        yield f"{quoted(tokens[0].text)}{LOOSE}", 0.2


def _whose(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Whose something is: Alice's as Alice."""
    if tokens[-1].kind == "word" and tokens[-1].text.endswith(("'s", "’s")) and tokens[-1].text[:-2]:
        last = replace(tokens[-1], text=tokens[-1].text[:-2], low=tokens[-1].low[:-2], value=tokens[-1].value[:-2])
        for text, cost in _name((*tokens[:-1], last), rules):
            yield text if not text[0].islower() else f"the {text}", cost


def _numbered(tokens: Sequence[Token], rules: Grammar) -> Found:
    """The same with a figure in it: step 2 of 4."""
    if any(token.text.isdigit() for token in tokens):
        yield from _wording(tokens, rules)


def _column(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What things are sorted by, without quotes."""
    if len(tokens) <= _LONGEST_NAME and all(token.kind == "word" for token in tokens):
        yield from _of_words(tokens, rules)


def _of_words(tokens: Sequence[Token], rules: Grammar) -> Found:
    refused = rules.never_named | rules.adverbs | (rules.leading_on - _WITHIN_A_TEXT)
    lows = [token.low if at == 0 else token.text for at, token in enumerate(tokens)]
    if (tokens[0].text in rules.leading_on or any(low in refused for low in lows[1:]) or lows[0] in rules.never_named
            or lows[-1] in _WITHIN_A_TEXT - {"out"}):
        return
    if lows[0] in _ARTICLES or lows[0] == "number" or lows[-1] in _CLOSING or (len(tokens) > 1 and _PRICE.fullmatch(lows[-1])):
        return
    following = zip(tokens, tokens[1:], strict=False)
    if any(token.text == "and" and not after.text[:1].isupper() for token, after in following):
        return
    cost = sum(1.0 if token.text[:1].isupper() else 1.2 for token in tokens)
    yield quoted(" ".join(token.text for token in tokens)), cost + 0.5


def _loosely(found: Found) -> Found:
    for text, cost in found:
        yield f"{text}{LOOSE}", cost


def _slug(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What a page is called, as its address has it: Thank you as thank-you."""
    if len(tokens) == 1 and tokens[0].kind == "quoted":
        words = tokens[0].value.lower().split()
    elif len(tokens) <= _LONGEST_SLUG and all(token.kind == "word" for token in tokens):
        words = [token.text.lower() for token in tokens]
        refused = (rules.leading_on | rules.never_named | rules.adverbs) - _WITHIN_A_SLUG
        if any(word in refused for word in words) or words[0] in _WITHIN_A_SLUG - {"my"}:
            return
    else:
        return
    name = "-".join(words)
    if words[0] in rules.never_first | _NO_PAGE or words[-1] in _NO_PAGE:
        return
    if re.fullmatch(r"[a-z]+(?:-[a-z]+)*", name):
        yield name, 0.0 if tokens[0].kind == "quoted" else 0.5 + len(tokens)


def _counted_plural(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Things of a kind that no row knows: orders, unread mails."""
    if len(tokens) <= _LONGEST_PLURAL and all(token.kind == "word" and _LOWER.fullmatch(token.text) for token in tokens):
        refused = rules.leading_on | rules.never_named | rules.never_first | rules.adverbs | QUALITIES | {*_CARDINALS}
        last = tokens[-1].text
        if last in _OF_A_TEXT:
            return
        if last.endswith("s") and not last.endswith(("ss", "us", "is")) and not any(token.text in refused for token in tokens):
            yield " ".join(token.text for token in tokens), 0.5 + 1.2 * len(tokens)


def _word(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and tokens[0].kind == "word" and tokens[0].text.isalpha():
        yield tokens[0].text, 1.0


def _variable(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and re.fullmatch(r"\{[^{}\s]+\}", tokens[0].text):
        yield tokens[0].text, 0.0


def _bare(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A name without quotes."""
    for text, cost in _name(tokens, rules) if tokens[0].kind != "quoted" else ():
        if text[0] not in "\"'" and not _is_of_a_kind(tokens, rules):
            yield text, cost


def _proper(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A name that is written with a capital, or one that only quotes can hold."""
    for text, cost in _name(tokens, rules) if tokens[0].kind != "quoted" else ():
        if not text[0].islower() and not _is_of_a_kind(tokens, rules):
            yield text, cost


def _capital(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A name without quotes that begins with a capital, and does not end as a place begins: Check in."""
    if tokens[0].text[:1].isupper() and tokens[-1].text not in rules.leading_on and tokens[-1].text not in _ASKING:
        yield from _name(tokens, rules) if tokens[0].kind != "quoted" else ()


def _all_titled(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A name without quotes of which each word begins with a capital."""
    if all(
        token.text[:1].isupper() or token.text[:1].isdigit() or token.text in ("&", "and", "of") for token in tokens
    ):
        yield from _capital(tokens, rules)


def _destination(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A common name that is no noun of elements, as "the list" is."""
    words = tuple(token.low for token in tokens)
    if words not in _nouns() and words[-1] not in _ENDS_OF_ELEMENTS:
        yield from _common(tokens, rules) if tokens[0].kind != "quoted" else ()


@cache
def _nouns() -> set[tuple[str, ...]]:
    rules = grammar()
    categories = ("noun", "noun_first", "nouns", "container", "container_first", "named_noun")
    rows = [row for category in categories for row in rules.rows.get(category, ())]
    return {
        words
        for row in rows
        if all(isinstance(part, Lit) for part in row.parts)
        for words in product(*(part.words for part in row.parts if isinstance(part, Lit)))
    }


def _modifier(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and tokens[0].low in _HELD:
        yield _HELD[tokens[0].low], 0.0


def _times_count(tokens: Sequence[Token], rules: Grammar) -> Found:
    for count, cost in _count(tokens, rules):
        if 1 < int(count) <= _MOST_TIMES:
            yield count, cost


def _chord(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A key that nothing else can be: Ctrl+S, F5."""
    for text, cost in _keys(tokens, rules):
        if "+" in text or re.fullmatch(r"F\d+", text):
            yield text, cost


def _common(tokens: Sequence[Token], rules: Grammar) -> Found:
    for text, cost in _name(tokens, rules):
        if text[0].islower() and not _is_of_a_kind(tokens, rules) and tokens[0].text != "more":
            yield text, cost


def _is_of_a_kind(tokens: Sequence[Token], rules: Grammar) -> bool:
    """Whether it ends with a noun for things of a kind, which is no part of a name: the Delete button, footer links."""
    return tokens[-1].text in rules.kinds or (len(tokens) > 1 and tokens[-1].text in _CLEAR_NOUNS)


def _deed_name(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What a button does, in lower case: the add to cart button."""
    words = [token.text for token in tokens]
    if not 1 < len(words) <= _LONGEST_NAME or words[0] not in rules.purposes or words[0] in rules.leading_on:
        return
    if words[1] not in _AFTER_A_DEED or any(word in rules.never_named or not word.isalpha() for word in words):
        return
    if any(word in rules.never_in_names or word in _CLEAR_NOUNS for word in words):
        return
    yield quoted(" ".join(words)), 3.0 + len(words)


def _title(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A name that begins with a capital or a number."""
    if not tokens[0].text[:1].islower():
        yield from _proper(tokens, rules)


def _thing_alone(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Without an article: of several words, none of which begins something to do."""
    if len(tokens) == 1 or tokens[0].text not in rules.purposes:
        yield from _common(tokens, rules)


def _ordinal(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1:
        for number, end in ordinal(tokens[0].text, 0):
            if end == len(tokens[0].text):
                yield position(number), 0.0
        if tokens[0].text in _ORDINALS:
            yield position(_ORDINALS.index(tokens[0].text) + 1), 0.0


def _rank(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Its number for its position: row 3, row #3."""
    if len(tokens) == 1 and (found := re.fullmatch(r"#?(\d{1,3})", tokens[0].text)) and int(found[1]):
        yield position(int(found[1])), 0.0


def _sort(tokens: Sequence[Token], rules: Grammar) -> Found:
    """What sort of thing a quote names, in the words of the page: the user "Bob"."""
    words = [token.text for token in tokens]
    if len(words) > _MOST_WORDS_OF_A_SORT or not all(word.isalpha() and word.islower() for word in words):
        return
    if any(word in rules.leading_on or word in rules.adverbs or word.endswith("ly") for word in words):
        return
    if words[-1] in _NO_SORTS:
        return
    if rules.never_in_names.isdisjoint(words) and rules.never_named.isdisjoint(words) and words[-1] not in rules.kinds:
        yield " ".join(words), 0.5 + 1.2 * len(words) + (1.0 if words[0] in rules.bases["ed"].values() else 0.0)


def _owner(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Whose it is: Eve's."""
    if len(tokens) == 1 and (found := re.fullmatch(r"([A-Z]\w+)['’]s", tokens[0].text)):
        yield found[1], 1.0


def _keeper(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and (found := re.fullmatch(r"([a-z]+)['’]s", tokens[0].text)):
        yield found[1], 1.0


def _plural(tokens: Sequence[Token], rules: Grammar) -> Found:
    """Things of the page: orders, unread mails, people."""
    last = tokens[-1].text
    if (last.endswith("s") and not last.endswith("ss")) or last in _PLURALS:
        yield from (
            (text, cost) for text, cost in _name(tokens, rules) if text[0].islower() and tokens[0].text != "more"
        )


def _quality(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) <= _MOST_QUALITIES and all(token.text in _QUALITIES for token in tokens):
        yield " ".join(token.text for token in tokens), 0.3


def _count(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1:
        low = tokens[0].low
        if low.isdigit():
            yield low, 0.0
        elif low == "no" or low in NUMBERS:
            yield str(NUMBERS.get(low, 0)), 0.0


def _few(tokens: Sequence[Token], rules: Grammar) -> Found:
    """How often something may be done."""
    for number, cost in _count(tokens, rules):
        if 0 < int(number) <= _OFTEN:
            yield number, cost


def _duration(tokens: Sequence[Token], rules: Grammar) -> Found:
    found = _DURATION.fullmatch(" ".join(token.low for token in tokens)) if len(tokens) <= 2 else None
    if found is not None:
        number = float(found[1]) if found[1][0].isdigit() else float(NUMBERS[found[1]])
        yield duration(number * _UNITS[found[2]]), 0.0


def _keys(tokens: Sequence[Token], rules: Grammar) -> Found:
    key = read_key(" ".join(token.value for token in tokens)) if len(tokens) <= 3 else None
    if key is not None:
        yield keys((key,)), 0.0


def _sure_key(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A key whose words are a button's name as well: where "key" is said."""
    words = " ".join(token.value for token in tokens)
    if tokens[0].text == "a" or len(tokens) > 2 or read_key(words) is not None:
        return
    key = read_key(words, sure=True)
    if key is not None:
        yield keys((key,)), 0.0


def _unsure_key(tokens: Sequence[Token], rules: Grammar) -> Found:
    """The same, where nothing says that it is a key: as likely as a name."""
    for name, cost in _name(tokens, rules) if tokens[0].kind != "quoted" else ():
        for key, _ in _sure_key(tokens, rules):
            if name:
                yield key, cost


def _repeated_keys(tokens: Sequence[Token], rules: Grammar) -> Found:
    """ "Tab 3 times", "the down arrow key twice"."""
    lows = [token.low for token in tokens]
    for ending in (["in", "a", "row"], ["in", "succession"], ["consecutively"]):
        if lows[-len(ending) :] == ending:
            lows = lows[: -len(ending)]
            tokens = tokens[: len(lows)]
    if not lows:
        return
    if lows[-1] == "twice":
        times, end = 2, len(lows) - 1
    elif lows[-1] == "times" and len(lows) > 2 and (counted := next(_count(tokens[-2:-1], rules), None)):
        times, end = int(counted[0]), len(lows) - 2
    else:
        return
    end -= end > 1 and lows[end - 1] in ("key", "keys")
    key = read_key(" ".join(token.value for token in tokens[:end])) if end <= 3 else None
    if key is not None and 1 < times <= _MOST_PRESSES:
        yield keys((key,) * times), 0.0


def _relative(tokens: Sequence[Token], rules: Grammar) -> Found:
    """A path in quotes that does not begin with a slash: "admin/users"."""
    if len(tokens) == 1 and tokens[0].kind == "quoted" and _RELATIVE.fullmatch(tokens[0].value):
        yield f"/{tokens[0].value}", 0.0


def _joined(pattern: str) -> Callable[[Sequence[Token], Grammar], Found]:
    """Words without blanks between them, or with those that stand there, that one regular expression fits."""
    compiled = re.compile(pattern)

    def found(tokens: Sequence[Token], rules: Grammar) -> Found:
        if len(tokens) > _LONGEST_JOINED or any(token.kind == "quoted" for token in tokens):
            return
        match = compiled.fullmatch(" ".join(token.text for token in tokens))
        if match is not None:
            yield match[0], 0.0

    return found


def _coordinates(tokens: Sequence[Token], rules: Grammar) -> Found:
    """ "52.52, 13.405"."""
    if len(tokens) == 3 and tokens[1].text == "," and all(_DEGREES.fullmatch(tokens[at].text) for at in (0, 2)):
        yield f"{tokens[0].text}, {tokens[2].text}", 0.0


def _body(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and tokens[0].text.startswith("{") and tokens[0].text.endswith("}"):
        yield tokens[0].text, 0.0
    yield from _quote(tokens, rules)
def _mail_address(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and re.fullmatch(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\{[^{}\s]+\}", tokens[0].value):
        yield quoted(tokens[0].value), 0.0


def _file(tokens: Sequence[Token], rules: Grammar) -> Found:
    if len(tokens) == 1 and re.search(r"\.\w{2,5}$", tokens[0].value):
        yield quoted(tokens[0].value), 0.0


OPEN: dict[str, Callable[[Sequence[Token], Grammar], Found]] = {
    "quote": _quote,
    "titled": _titled,
    "loose": _loose,
    "loose_words": _loose_words,
    "any_words": _any_words,
    "plain_words": _plain_words,
    "target_address": _target_address,
    "name": _name,
    "text": _text,
    "given": _given,
    "code": _code,
    "fieldname": _fieldname,
    "knownfield": _knownfield,
    "fieldthing": _fieldthing,
    "commonfield": _commonfield,
    "properword": _properword,
    "slashed": _slashed,
    "known_common": _known_common,
    "unquoted_field": _unquoted_field,
    "knownproper": _knownproper,
    "properfield": _properfield,
    "labelfield": _labelfield,
    "lowword": _lowword,
    "goods": _goods,
    "kept": _kept,
    "kept_name": _kept_name,
    "address": _address,
    "path": _path,
    "number": _number,
    "figure": _figure,
    "word": _word,
    "route": _route,
    "quoted_route": _quoted_route,
    "piece": _piece,
    "amount": _amount,
    "delta": _delta,
    "tally": _tally,
    "label": _label,
    "tag": _tag,
    "simple_plural": lambda tokens, rules: _counted_plural(tokens, rules) if len(tokens) == 1 else iter(()),
    "value_capital": _value_capital,
    "numbered": _numbered,
    "value_code": _value_code,
    "whose": _whose,
    "column_name": _column,
    "local": _local,
    "query": _query,
    "quoted_local": _quoted_local,
    "wording": _wording,
    "slug": _slug,
    "counted_plural": _counted_plural,
    "variable": _variable,
    "bare": _bare,
    "proper": _proper,
    "common": _common,
    "ordinal": _ordinal,
    "rank": _rank,
    "deed_name": _deed_name,
    "title": _title,
    "thing_alone": _thing_alone,
    "sort": _sort,
    "owner": _owner,
    "keeper": _keeper,
    "plural": _plural,
    "quality": _quality,
    "count": _count,
    "few": _few,
    "duration": _duration,
    "keys": _keys,
    "file": _file,
    "capital": _capital,
    "all_titled": _all_titled,
    "destination": _destination,
    "modifier": _modifier,
    "times_count": _times_count,
    "chord": _chord,
    "sure_key": _sure_key,
    "unsure_key": _unsure_key,
    "repeated_keys": _repeated_keys,
    "relative": _relative,
    "coordinates": _coordinates,
    "body": _body,
    "moment": _joined(r"\d{4}-\d\d-\d\d(?: \d\d:\d\d)?"),
    "extent": _joined(r"\d{2,5}x\d{2,5}"),
    "mail_address": _mail_address,
}
LONGEST = {
    **dict.fromkeys(("quote", "number", "word", "variable", "address", "path", "ordinal", "owner", "keeper"), 1),
    **dict.fromkeys(("count", "file"), 1),
    **dict.fromkeys(("figure", "duration"), 2),
    **dict.fromkeys(("bare", "proper", "common", "title", "thing_alone", "plural"), _LONGEST_NAME + 1),
    "quality": _MOST_QUALITIES,
    "sort": _MOST_WORDS_OF_A_SORT,
}
"""How many words it takes at most; of others, any number."""
