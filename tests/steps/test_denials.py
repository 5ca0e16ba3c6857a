"""Denials that cannot fail, or look in the wrong place: what is denied here is there. None of them may hold."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import Stage
from tests.steps.conftest import Do, Show, holding

ALERT = (
    "<form><label>Name <input aria-invalid=true></label><p role=alert>Name is required</p><button>Save</button></form>"
)
BESIDE = (
    "<form><label>Name <input></label><span class=field-error>Please enter a name</span><button>Save</button></form>"
)
WARNED = "<div class='alert alert-warning'>Your trial ends today</div><h1>Home</h1>"
FINE = "<h1>New order</h1><form><label>Name <input></label><button>Save</button></form><a href=/e>Errors</a>"
SHOP = (
    "<nav><ul><li><a href=/o>Orders</a><li><a href=/a>Account</a></ul></nav><main><h1>Prices</h1><table><tr><th>Name"
    "<th>Price<tr><td>Lamp<td>60.00<tr><td>Chair<td>20.00</table><button>Back</button><p>Total</p></main>"
)
ALERTS = ["no alert is shown", "there are no alerts", "no alerts appear"]
WARNINGS = ["no warnings are shown", "there are no warnings", "the page has no warnings", "the warning is gone"]
ERRORS = [
    "there are no errors on the page", "no errors occur", "no error occurs", "the page has no errors",
    "the form has no errors", "the Name field has no error", "the Name field shows no error", "no errors are displayed",
    "there are no errors in the form", "no validation messages appear", "there is no validation message",
    "no error messages appear on the page", "no errors are present in the form", "there should be no errors anywhere",
    "the form contains no errors", "the form does not contain any errors", "the page is free of errors",
]  # fmt: skip

BOXES = (
    "<div class=sidebar><a href=/>Home</a></div><div class='cookie-banner'>We use cookies</div>"
    "<div class='css-1 PromoBox'><b>Try Pro</b></div><div><h3>Upgrade now</h3><p>From 5 €</p></div>"
)
NO_BOXES = "<div class='app has-sidebar no-banner'><p class=promo-text>Text</p><h1>Upgraded</h1></div>"
BOXES_DENIED = [
    "the sidebar is not shown", "the side bar is gone", "the banner is gone", "the banner is not visible",
    "the promo box is gone", "the upgrade panel is gone", "the Upgrade now section is not shown",
]  # fmt: skip
PLAIN = "<form><label>E-mail <input></label><p class=css-9x>{}</p><button>Save</button></form>"
RED = "<form><label>E-mail <input></label><p class='mt-1 text-red-500'>Please enter an e-mail address</p></form>"
DESTRUCTIVE = "<form><label>Name <input></label><p class='text-sm text-destructive'>Name is required</p></form>"
WRONG = [
    "Invalid e-mail address", "Incorrect password.", "Wrong user name or password", "This e-mail is invalid",
    "E-mail already exists", "This name is already taken", "Failed to save", "Could not load the orders",
    "Unable to sign in", "Passwords do not match", "E-mail can't be blank", "The code is incorrect",
    "Payment failed", "Saving the order failed.", "We were unable to save your changes", "Access denied.",
    "You do not have permission to view this page.", "Page not found",
    "The order could not be placed", "Your order was not placed.",
]  # fmt: skip
NOT_WRONG = [
    "Password must be at least 8 characters", "Fields marked * are required", "We could not be happier",
    "No orders yet", "Invalid entries are left out of the import", "Already have an account?", "3 failed logins",
    "3 deliveries failed", "Could not be easier",
]  # fmt: skip

EMPTY = ["the cart is empty", "the cart has no items", "there are no items in the cart"]
LAMPS = "<h1>Products</h1><ul><li><h3>Lamp</h3>5 €<li><h3>Chair</h3>7 €</ul>"
NO_ERROR = ["no error is shown", "there are no errors"]
SOME = ["a task is shown", "there is a task", "at least one task is listed"]
TO_DO = "<h1>My tasks</h1><form><label>New task <input></label><button>Add task</button></form><ul>{}</ul>"
ENTRIES = "<li><input type=checkbox aria-label=Rent> Rent<li><input type=checkbox aria-label=Milk> Milk"
TWO_TASKS = [
    "there are 2 tasks", "2 tasks are listed", "the list has 2 tasks", "there are 2 tasks in the list",
    "2 tasks remain",
]  # fmt: skip

MUST_NOT_HOLD = {
    "what a form holds is in no list": (
        "<form><label>What? <input value=Pizza></label><label>Who? <select><option>Ann<option>Ben</select></form>",
        [
            "Pizza is in the list", "the bill Pizza shows up in the list", "there is a Pizza in the list",
            "the bill Pizza is listed",
        ],
    ),
    "words that stand there": (
        "<h1>Plans</h1><p>Our secret launch is on Monday",
        [
            "the words secret launch do not appear", "the phrase secret launch is not shown",
            "the word secret does not appear", "I do not see the words secret launch", "no phrase secret is shown",
            "the page does not contain the word secret", "the text secret launch is not shown",
            "the message secret launch is not displayed", "the words secret launch are no longer shown",
        ],
    ),
    "boxes by their class": (BOXES, BOXES_DENIED),
    "several of which one is there": (
        LAMPS,
        [
            "Lamp and Sofa are not listed", "Lamp and Chair are not listed", "lamp and sofa are not shown",
            "I do not see Lamp and Sofa", "the list does not contain Sofa and Chair", "Lamp or Sofa is not shown",
            "no Sofa and Chair are shown", "Lamp and Sofa are shown", "Lamp and Sofa are in the list",
        ],
    ),
    "a cart by its number": ("<header>Shop <p>Cart: <b>2</b></header><h1>Home</h1>", [*EMPTY, "the cart has 0 items"]),
    "an empty cart by its number": ("<header><a href=/c>Cart (0)</a></header><h1>Home</h1>", ["the cart is not empty"]),
    "a cart that says so under its heading": ("<h1>Cart</h1><p>Your cart is empty.", ["the cart is not empty"]),
    "an empty list beside a dropdown": (
        "<h1>Products</h1><label>Sort <select><option>Name<option>Price</select></label><ul></ul><p>0 products",
        [
            "there are 2 products", "2 products are listed", "the list has 2 products", "a product is shown",
            "there are 2 products in the list", "there are products",
        ],
    ),
    "no tasks beside what they are made with": (TO_DO.format(""), [*TWO_TASKS, "there is 1 task", *SOME]),
    "a form's errors by one word of a class": (
        "<h1>Log in</h1><p class=errornote>Please enter the correct username.</p><label>Name <input></label>", NO_ERROR
    ),
    "a field's errors by one word of a class": (
        "<h1>Add</h1><ul class=errorlist><li>This is required.</ul><label>Price <input></label>", NO_ERROR
    ),
    "an error in camel case": ("<h1>Add</h1><p class=errorMessage>Nope</p>", NO_ERROR),
    "a title over boxes, and a list of nothing": (
        "<h1>Recipes</h1><div><div>Soup</div></div><ol></ol>", ["there are no recipes", "there are 0 recipes"]
    ),
    "tasks beside what they are made with": (TO_DO.format(ENTRIES), ["there is 1 task", "the list has 3 tasks"]),
    "a dialog that asks": (
        "<dialog open aria-label='Delete item'><h2>Delete item?</h2><button>Delete</button></dialog>",
        ["the confirmation is closed", "the delete confirmation is closed", "the confirmation closes"],
    ),
    "numbers under a heading of that name": (
        "<h1>Cart</h1><ul><li>Lamp 12 €<li>Chair 30 €</ul><span class=badge>2</span>",
        ["the cart badge shows 12", "the cart counter shows 30", "the cart badge contains 12", "the Lamp badge is 12"],
    ),
    "a tab that is not selected": (
        "<div role=tablist><button role=tab aria-selected=true>Details</button><button role=tab aria-selected=false>"
        "Reviews</button></div><div role=tabpanel>Made of wood</div>",
        ["the reviews are shown", "the tab Reviews contains wood", "the reviews tab shows Made of wood"],
    ),
    "a picture that did not load, and a caption without one": (
        "<img src=/none.png alt=Lamp width=50 height=50><figure><figcaption>Sunset</figcaption></figure>",
        ["the picture of the lamp is visible", "the image Sunset is shown", "the Lamp image is shown"],
    ),
    "labels without a value": (
        "<dl><dt>Order number<dd><dt>Phone<dd>—</dl><table><tr><th scope=row>Reference<td></table><p><b>Code</b></p>",
        ["the order number is not empty", "the phone is not empty", "the reference is not empty", "Code is not empty"],
    ),
    "longer names": ("<ul><li>Anna<li>Johann<li>Annabel</ul>", ["Ann is in the list", "there is an entry Ann"]),
    "none of it": ("<p>Cart (0)</p>", ["the cart is not empty"]),
    "nothing found": (
        "<input type=search value=zzz><p>No results for “zzz”</p><a href=/>Clear</a>",
        [
            "a result is shown", "results are shown", "search results are displayed", "zzz is found",
            "there are results for zzz", "results for zzz are shown", "zzz is listed", "the results contain zzz",
        ],
    ),
    "so many of more": ("<p>2 of 10 seats left</p>", ["10 seats are left", "there are 10 seats left"]),
    "links to what is not there": (
        "<nav><a href=/b>Blog</a><a href=/p>Products</a><a href=/r>Reviews</a></nav><h1>Home</h1>",
        [
            "the blog is displayed", "products are listed", "the products are shown", "at least one product is shown",
            "there are products", "the reviews are displayed", "product cards are shown",
        ],
    ),
    "what is red": (RED, ERRORS[:5]),
    "what is destructive": (DESTRUCTIVE, ERRORS[:5]),
    **{text: (PLAIN.format(text), [*ERRORS[:4], "no error is shown", "the error is gone"]) for text in WRONG},
    "an alert": (ALERT, ERRORS),
    "a message beside its field": (BESIDE, ERRORS),
    "a warning": (WARNED, [*ALERTS, *WARNINGS]),
    "a shop": (
        SHOP,
        [
            "the menu does not contain the Orders page", "the back button does not show the account page",
            "the navigation does not show the Account page", "Lamp does not cost 60", "the lamp doesn't cost 60.00",
            "the list does not include Chair", "the list does not contain Lamp", "I should not find Lamp on the page",
            "I do not find Lamp on this page", "the user cannot find Chair on the screen", "Total is not 40",
            '"Total" does not show "40"', "the price is the same as before", "Total is the same as earlier",
        ],
    ),
}  # fmt: skip
HOLD = {
    "a list of what failed": ("<h1>Log</h1><ul><li>Payment failed<li>Order placed</ul>", ["no error is shown"]),
    "what is there beside links to it": (
        "<nav><a href=/b>Blog</a><a href=/p>Products</a></nav><main><ul><li>Lamp<li>Chair</ul><h2>Reviews</h2></main>",
        [
            "products are listed", "the products are shown", "at least one product is shown", "there are 2 products",
            "the reviews are displayed", "the Blog link is shown", "Blog is shown",
        ],
    ),
    "cards": (
        "<nav><a href=/p>Products</a></nav><div class=product-card><h3>Lamp</h3></div>",
        ["product cards are shown"],
    ),
    "what was found": (
        "<p>2 results for “zzz”</p><ul><li>zzz one<li>zzz two</ul>",
        ["a result is shown", "results are shown"],
    ),
    "so many of some": ("<p>2 of 10 seats left</p>", ["2 seats are left", "there are 2 seats left"]),
    "labels and their values": (
        "<dl><dt>Order number<dd>4711</dl><table><tr><th scope=row>Reference<td>R-1</table><p><b>Code</b> 12</p>",
        ["the order number is not empty", "the reference is not empty", "Code is not empty"],
    ),
    "a badge by the class of what it stands in": (
        "<a class=cart href=/cart>🛒<span class=MuiBadge-badge>2</span></a><ul><li>Lamp <i class=badge>New</i></ul>",
        ["the cart badge shows 2", "the cart counter is 2", "the Lamp badge shows New"],
    ),
    "counters by what the page calls them": (
        "<p><span>Record Count:</span> <b>6</b><p>Item count: 4<dl><dt>Word count<dd>312</dl>"
        "<output aria-label='Click count'>5</output>",
        [
            "the record count is 6", '"Record Count" is 6', "the item count shows 4", '"Item count" is 4',
            "the word count is 312", "the click count is 5",
        ],
    ),
    "an empty cart by its number": (
        "<header>Shop <p>Cart: <b>0</b></header><h1>Home</h1>", [*EMPTY, "the cart has 0 items"]
    ),
    "a cart by its number": (
        "<header>Shop <a href=/c>Cart (2)</a></header><h1>Home</h1>",
        ["the cart is not empty", "there are 2 items in the cart", "the cart contains 2 items"],
    ),
    "an empty cart by its items": ("<header><p>0 items in cart</header><h1>Home</h1>", EMPTY[:1]),
    "a cart that says so under its heading": ("<h1>Cart</h1><p>Your cart is empty.", EMPTY[:1]),
    "what is free of errors": ("<h1>Home</h1><p class=errorfree>All good</p>", NO_ERROR),
    "several of which each is there": (
        LAMPS,
        [
            "Lamp and Chair are listed", "Lamp and Chair are shown", "Lamp and Chair are in the list",
            "Sofa and Desk are not listed", "neither Sofa nor Desk is shown", "there are 2 products in the list",
            "2 products are listed",
        ],
    ),
    "tasks beside what they are made with": (TO_DO.format(ENTRIES), TWO_TASKS),
    "no tasks beside what they are made with": (TO_DO.format(""), ["there are no tasks", "the list has 0 tasks"]),
    "no boxes": (NO_BOXES, BOXES_DENIED),
    **{text: (PLAIN.format(text), [*ERRORS[:4], "no error is shown"]) for text in NOT_WRONG},
    "nothing wrong": (FINE, [sentence for sentence in ERRORS if "field" not in sentence and "free" not in sentence]),
    "no alert": (FINE, [*ALERTS, *WARNINGS]),
    "a shop": (
        SHOP,
        [
            "Lamp does not cost 70", "the table does not include Sofa", "I should not find Sofa on the page",
            "the menu contains the Orders page", "the menu does not contain the Basket page", "Lamp costs 60.00",
            "the menu does not include Sofa",
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("html", "sentences"), MUST_NOT_HOLD.values(), ids=MUST_NOT_HOLD.keys())
async def test_what_is_there_is_not_denied(page: Page, html: str, sentences: list[str]) -> None:
    assert await holding(page, html, sentences) == []


@pytest.mark.parametrize(("html", "sentences"), HOLD.values(), ids=HOLD.keys())
async def test_what_is_not_there_is_denied(page: Page, html: str, sentences: list[str]) -> None:
    assert await holding(page, html, sentences) == sentences


CART = (
    "<nav><a href=/>Home</a><a href=/cart>Cart (2)</a></nav><main><h1>Your cart</h1><table><thead><tr><th>Item<th>Price"
    "</thead><tr><td>Lamp<td>60<tr><td>Chair<td>20</table></main><footer>Saved carts. Order history.</footer>"
)
CLAIMED = {
    "there are 3 items in the cart": False, "the cart contains 3 items": False, "there are 2 items in the cart": True,
    "the image is shown": False, "the photo is displayed": False, "the image is not shown": True,
    "an order confirmation is shown": False, "I see the order confirmation": False,
}  # fmt: skip
CONFIRMED = [
    "<h1>Order confirmation</h1>", "<div role=status>Your order is on its way</div>",
    "<div class='alert alert-success'>Order placed</div>",
]  # fmt: skip


async def test_what_is_claimed_of_a_cart(page: Page) -> None:
    assert await holding(page, CART, list(CLAIMED)) == [words for words, holds in CLAIMED.items() if holds]


@pytest.mark.parametrize("html", CONFIRMED)
async def test_a_confirmation_is_a_message_or_says_so(page: Page, html: str) -> None:
    assert await holding(page, html, ["the order confirmation is shown"]) == ["the order confirmation is shown"]


COMPLAINT = "<form><label>Name <input></label><p class=error>{error}</p></form><p>{text}</p>"


@pytest.mark.parametrize(
    ("error", "text", "holds"),
    [
        ("Name is required", "Too short a break is no break.", False),
        ("", "It is never too short", False),
        ("Name is required", "Too long", False),
        ("Too short", "Welcome", True),
        ("", "⚠ Too short.", True),
    ],
)
async def test_an_error_is_no_part_of_a_paragraph(page: Page, error: str, text: str, holds: bool) -> None:
    sentences = ['the error message is "Too short"', 'an error "Too short" is shown']
    html = COMPLAINT.format(error=error, text=text)
    assert await holding(page, html, sentences) == (sentences if holds else [])


async def test_an_error_of_any_words_has_to_be_one(page: Page) -> None:
    assert await holding(page, FINE + "<p></p>", ["an error is shown", "an error message appears"]) == []


DENIED_BY_NAME = [
    ('"{order}" is not shown', True), ('the page does not contain "{order}"', True), ("I do not see {order}", True),
    ('the row "{order}" is not shown', True), ('"{{order}}" is not shown', False), ('"{ }" is not shown', False),
    ('remember the order number as {order}. "{order}0" is not shown', False),
]  # fmt: skip


@pytest.mark.parametrize(("words", "refused"), DENIED_BY_NAME)
async def test_what_was_never_remembered_is_not_denied(show: Show, do: Do, words: str, refused: bool) -> None:
    await show("<p>Order number: 4711</p>")
    record = await do(*plan_english(words).steps)
    assert record.result == ("failed" if refused else "passed")
    assert ("Nothing was remembered as {order}" in (record.error or "")) == refused


ROLES = "<h1>Role</h1><p id=d>Draft notes</p><button onclick='d.remove()'>Delete</button><button>Save</button>"
DESCRIBED = [
    ("click Save. the role's content is not visible", False), ("the dashboard is not shown", False),
    ("click Delete. the draft notes text is not visible", True),
    ("click Delete. the draft notes are not visible", True),
    ('the text "role content" is not visible', True), ("the Archive section is not visible", True),
    ("the archive button is not visible", True), ("wait until the spinner is not visible", True),
]  # fmt: skip


@pytest.mark.parametrize(("words", "holds"), DESCRIBED)
async def test_a_description_is_denied_of_what_was_seen_before(show: Show, do: Do, words: str, holds: bool) -> None:
    await show(ROLES)
    record = await do(*plan_english(words).steps)
    assert record.result == ("passed" if holds else "failed"), record.error
    assert ("was seen in this run" in (record.error or "")) != holds


PLACES = """<h1>Profile</h1><section aria-label=Billing><p>By post</p></section>
<dialog id=d open aria-label=Leave><p>Go now?</p><button onclick="d.remove()">Stay</button></dialog>"""
IN_PLACES = [
    ('"Card" is not shown in the "Billing" section', True), ('"Card" is not shown in the "Shipping" section', False),
    ('there is no "Remove" button in the dialog "Leave"', True),
    ('there is no "Remove" button in the dialog "Delete"', False),
    ('click "Stay". there is no "Remove" button in the dialog "Leave"', True),
    ('in the section "Shipping": check that "By post" is not shown', False),
    ('wait until "Loading" is not shown in the "Shipping" section', False),
]  # fmt: skip


@pytest.mark.parametrize(("words", "holds"), IN_PLACES)
async def test_what_is_not_in_a_place_is_denied_of_one_that_was_there(
    show: Show, do: Do, stage: Stage, words: str, holds: bool
) -> None:
    stage.patience = 0.5
    await show(PLACES)
    record = await do(*plan_english(words).steps)
    assert record.result == ("passed" if holds else "failed"), record.error
    assert (record.error or "").count("was not there at any time") == (not holds), record.error
