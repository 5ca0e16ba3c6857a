"""Claims that are untrue of a page of a shop, a form, a table: none may hold. True ones beside them hold."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.browser.look.take import take_look
from qa_appliance.core.checks import PageCheck
from qa_appliance.core.steps import Assert
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.checks.page_checks import ask_page

SHOP = (
    "<header><nav><a href=/>Home</a> <a href=/cart>Cart <b>3</b></a></nav><form role=search><label>Search "
    "<input type=search></label><button>Go</button></form></header><main><h1>Plants</h1><ul>"
    "<li><h2>Rose</h2><b>$4.50</b> <i>In stock</i><button>Add</button>"
    "<li><h2>Tulip</h2><b>$6.00</b> <i>In stock</i><button>Add</button>"
    "<li><h2>Orchid</h2><b>$19.99</b> <i>Sold out</i><button disabled>Add</button></ul>"
    "<section aria-label='Your cart'><h2>Your cart</h2><table><thead><tr><th>Item<th>Qty<th>Total</thead>"
    "<tr><td>Rose<td>2<td>$9.00<tr><td>Tulip<td>1<td>$6.00</table>"
    "<dl><dt>Subtotal<dd>$15.00<dt>Total<dd>$20.00</dl><button>Apply</button></section></main>"
    "<footer><a href=/terms>Terms</a></footer>"
)
FORM = (
    "<h1>Create your account</h1><form><fieldset><legend>Personal</legend><label>Email <input type=email value=a@b.c>"
    "</label><label>Repeat email <input aria-invalid=true></label><p class=error role=alert>Emails do not match</p>"
    "</fieldset><fieldset><legend>Account</legend><label>Password <input type=password></label>"
    "<label>Country <select><option value=''>Please choose<option selected>France<option>Germany</select></label>"
    "<label>Languages <select multiple><option selected>English<option>French<option selected>Dutch</select></label>"
    "<fieldset><legend>Plan</legend><label><input type=radio name=p checked>Free</label>"
    "<label><input type=radio name=p>Pro</label></fieldset><label>Bio <textarea>Hello world</textarea></label>"
    "<label>Avatar <input type=file></label></fieldset></form>"
)
STAFF = (
    "<h1>Staff</h1><input aria-label=Filter><table><thead><tr><th>Name<th>Role<th>Salary<th>Status</thead><tbody>"
    "<tr aria-selected=true><td>Alice<td>Admin<td>€4,200.00<td>Active"
    "<tr aria-selected=false><td>Bob<td>Editor<td>€3,100.50<td>Inactive"
    "<tr aria-selected=true><td>Carla<td>Editor<td>€3,900.00<td>Active"
    "<tr aria-selected=false><td>Dan<td>Viewer<td>€2,000.00<td>Active</tbody>"
    "<tfoot><tr><td>Total<td><td>€13,200.50<td></tfoot></table><button>Next</button>"
)

CART = (
    "<header><a href=/cart>Cart <b>1</b></a></header><main><h1>Your cart</h1><ul><li>Tulip<li>Rose</ul><h2>Orders</h2>"
    "<ul><li>Fern</ul></main>"
)

SETTINGS = (
    "<header><p>Signed in as ann@example.com</p></header><main><h1>Settings</h1><p role=status>Your changes were "
    "saved.</p><h2>Alerts</h2><label><input type=checkbox role=switch> SMS news</label><label>Zone <input></label>"
    "<h2>Security</h2><p>API key: abcd-1234</p><p>Balance: (€20.00)</p><h2>Members</h2><ul><li>Ann Lee<li>Bob Ray</ul>"
    "<h2>Invoices</h2><p>No invoices yet.</p><img alt='Company logo' width=40 height=40 "
    "src='data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'></main>"
)

CHAT = (
    "<div style='display:flex'><aside><h2>Channels</h2><ul><li>general<li>random</ul><h2>People</h2><ul><li>Ann<li>Bo"
    "</ul></aside><main style='margin-top:60px'><ul><li><b>Ann</b> <span>Hello all</span><li><b>Bo</b> "
    "<span>Hi</span><li><b>Ann</b> <span>Bye</span></ul></main></div>"
)

PAID = (
    "<table><tr><td>Who paid?<td><select><option>Ann<option selected>Cleo</select><tr><td>Who paid for Ann?<td>"
    "<select><option selected>Bob<option>Cleo</select></table>"
)

TASKS = (
    "<main><h1>Tasks</h1><ul><li>Buy milk <button>Delete</button><li>Pay rent <button>Delete</button><li>Zip files "
    "<button>Delete</button></ul><h2>Your cart</h2><p>Empty</p><ol><li>Rose <button>Add to cart</button><li>Fern "
    "<button>Add to cart</button></ol><table><caption>Week</caption><tr><th>Day<th>Hours<tr><td>Monday<td>8<tr>"
    "<td>Tuesday<td>6.5</table></main>"
)

CARDS = (
    "<main><h1>Products</h1><div class=grid><div class=card><h3>Rose</h3><s>$9.00</s> <b>$4.50</b><button>Add</button>"
    "</div><div class=card><h3>Tulip</h3><p>$6.00</p><button>Add</button></div><div class=card><h3>Orchid</h3>"
    "<p>$19.99</p><button>Add</button></div></div></main>"
)
POSTS = (
    "<main><h1>Posts</h1><ul><li><h3>First steps</h3><p>by <a href=/ann>Ann</a></p><li><p>Garden news</p><small>Bo"
    "</small><li><p>Winter plans</p><small>Cleo</small> <i>Draft</i></ul><ol><li><b>Dan</b> <span>Good idea</span>"
    "<li><b>Eve</b> <span>Not so good</span></ol></main>"
)
SIGN_UP = (
    "<form style='width:300px'><p><label>Name <input></label><p><label>Email <input aria-invalid=true></label>"
    "<small role=alert style='display:block'>Please use a work address</small><p><label>Phone <input></label>"
    "<small style='display:block'>We never share it</small><p><label>City <input></label>"
    "<label>Shown error <input></label><button>Join</button><p role=alert>Could not join</form>"
)
DAYS = (
    "<fieldset><legend>Days</legend><label><input type=checkbox checked>Monday</label><label><input type=checkbox "
    "disabled>Tuesday</label><label><input type=checkbox checked>Friday</label></fieldset><button>Only save</button>"
)
TODO = "<ul><li>Buy milk <button>Delete</button><li><s>Milk jug</s><li style='text-decoration:line-through'>Tea</ul>"

DIALOG = (
    "<form><label>Password <input type=password value=geheim12></label><label>PIN "
    "<input type=password value=1234></label></form><ul><li>Buy milk <em>!</em><li>Pay rent"
    "</ul><div role=dialog aria-label='Edit user'><h2>Edit user</h2><button>Save</button>"
    "<button aria-label=Cancel>x</button></div>"
)

USERS = (
    "<h1>Users</h1><table><thead><tr><th>Name<th>Role<th>2FA<th>Status</thead><tr><td>Lee Wong<td>Editor<td>N"
    "o<td>Active<tr><td>Ann Hill<td>Admin<td>Yes<td>Inactive</table>"
)
PLANS = (
    "<main><h1>Plans</h1><ul><li>Free<li>Team<li>Pro</ul><label><input type=checkbox role=switch checked>News"
    "</label><label><input type=checkbox role=switch>SMS</label><div role=dialog aria-label='Confirmation'><p"
    ">Really lock this user?</p><button>Yes</button></div></main>"
)
LOCKED = (
    "<main><h1>Plans</h1><ul><li>Free<li>Team<li>Pro</ul><label><input type=checkbox role=switch checked>News"
    "</label><label><input type=checkbox role=switch checked>SMS</label><div role=dialog aria-label='Confirma"
    "tion'><p>Lock this user?</p><button disabled>Yes</button></div></main>"
)

UNTRUE = {
    "posts": (
        POSTS,
        [
            '"Cleo" is the last item in the first list', '"Draft" is the third item', '"Ann" is the first item',
            '"Dan" is the first comment', '"Bo" is the second item', "Ann is the first post",
        ],
    ),
    "sign up": (
        SIGN_UP,
        [
            "An error is shown below the Name field", "An error is shown below the Phone field",
            "an error message is shown next to Name", "there is an error below the City field",
            "An error message is shown under the Phone field", "An error is shown above the Email field",
            "a validation error is displayed under the Name field", "there is an error next to the Phone field",
            "An error is shown below the Shown error field",
        ],
    ),
    "days": (
        DAYS,
        [
            "Only Monday is enabled", "Only Monday and Friday are disabled", "Only Monday is checked",
            "only Friday is checked", "Just Monday is checked", "Nothing but Friday is checked",
            "Only save is enabled",
        ],
    ),
    "chat": (
        CHAT,
        [
            '"Hello all" is shown under Channels', '"Hello all" is shown below "Channels"',
            '"Bo" is shown under Channels', '"Hi" is the last message',
        ],
    ),
    "users": (
        USERS,
        [
            'In the row of "Lee Wong" the column "2FA" is "Yes"', 'In the row "Lee Wong" the column Role shows Admin',
            'In the row "Lee Wong" the column Role contains Admin', 'For Ann Hill the status is "Active"',
            'for "Lee Wong" the status is "Inactive"', 'For Ann the status is "Active"',
            'In the row of "Lee Wong" the column "2FA" is not "No"',
            'In the row "Lee Wong" the column Role does not contain Editor', 'For Bob the status is "Active"',
            'in the row of Lee Wong there is an "Admin"', "in the row of Lee Wong the role is Admin",
        ],
    ),
    "plans": (
        PLANS,
        [
            'there are three items: "Free", "Team" and "Enterprise"', 'there are two items: "Free" and "Team"',
            "both switches are on", "both switches are off", "both checkboxes are unchecked",
            '"Free" is replaced by "Pro"', '"Max" is replaced by "Gold"', '"Pro" is shown instead of "Free"',
            'A confirmation dialog with the question "Lock user?" appears', 'The system asks "Lock?"',
            '"Yes" is disabled as long as "Team" is shown', 'the list is empty ("Free")',
            'the list contains "Free" ("No more")', "Free is the last item in the list",
            '"Team" appears as the first item', '"Team" appears at the top of the list',
            '"Free" is shown at the bottom of the list', "the list has two items: Free and Team",
        ],
    ),
    "to do": (
        TODO,
        [
            "Milk is the first item in the list", '"Buy milk" is crossed out', '"Tea" is not crossed out',
            "Milk is at the top of the list", "Tea is at the top of the list", '"Milk jug" is not struck through',
        ],
    ),
    "cards": (
        CARDS,
        [
            '"Rose" is listed with the price "$6.00"', '"Rose" is listed with the price "$9.00"', "Rose costs $9.00",
            "the first product costs $9.00", "the price of Rose is $9.00", "the first product is Tulip",
            "Tulip is the first product", "the last product is Rose",
            "the products are sorted by name", "the products are sorted by price descending",
            "there are 2 products", "the first product is Rose $4.50", "Rose is not the first product",
        ],
    ),
    "dialog": (
        DIALOG,
        [
            "the password is visible", "the password is shown", "I can see the password", "the password is displayed",
            "the modal has no close button Cancel", "there is no close button Cancel",
            "the dialog has no red button Cancel", "there are no urgent tasks", "no urgent tasks are shown",
            "there is no completed task", "the overdue tasks are not shown", "there are no overdue invoices",
            "no archived tasks are listed", "there are no unread tasks",
            "there are no sold out tasks", "the PIN is visible",
        ],
    ),
    "tasks": (
        TASKS,
        [
            "the last task shows Pay rent", "the first task shows Zip files", "there is no task called Pay rent",
            "no task called Pay rent is shown", "there is no task with Pay rent", "there are 4 items in the cart",
            "the Hours of Tuesday is 8", "the price of Rose has not changed to $4.50",
            "Zip files has not moved to Buy milk",
        ],
    ),
    "fields beside their words": (
        PAID,
        [
            '"Ann" is selected in "Who paid?"', '"Bob" is selected in "Who paid?"',
            '"Cleo" is not selected in "Who paid?"',
        ],
    ),
    "settings": (
        SETTINGS,
        [
            "the API key is not shown", "ann@example.com is not shown", "the Company logo is not displayed",
            "the logo is missing", "the logo is not shown", "there is an invoice", "invoices are listed",
            "an invoice is shown", "the Invoices section is not empty", "the Invoices section contains Ann Lee",
            'the Security section shows "Bob Ray"', '"Ann Lee" is shown in the Security section',
            "the Members section does not contain Bob Ray", "SMS news is enabled", "SMS news are enabled",
            "the balance is greater than 0", "the balance is more than 10", "the success message is not shown",
            "no success message is shown", "the confirmation message is not shown", "the page has no form fields",
            "there are no form fields", "there are no input fields",
        ],
    ),
    "cart": (
        CART,
        [
            '"Tulip" is not in the cart', '"Tulip" is not shown in the cart', 'there is no "Tulip" in the cart',
            "the cart does not contain Tulip", 'the cart does not list "Tulip"', "Tulip is not shown in the cart",
            '"Fern" is not shown in Orders', '"Fern" is not shown in "Orders"', "Fern is not shown in Orders",
            "Fern is not listed in Orders", "Fern does not appear under Orders", "I do not see Fern in Orders",
            "there is no Fern in Orders", "Orders does not contain Fern", "Rose is shown in Orders",
            '"Rose" is shown in Orders', "the cart contains Sofa",
        ],
    ),
    "shop": (
        SHOP,
        [
            "there are 3 items in the cart", "the cart contains 3 items", "there are 4 products in the cart",
            "the cart does not contain Tulip", "Tulip is no longer in the cart", "the cart contains Orchid",
            "Orchid is in the cart", "each product has an image", "every product has a picture", "Rose has an image",
            "the Apply button is in the header", "the Terms link is in the header", "the header contains Terms",
            '"In stock" appears once', '"In stock" is shown once', "the price of Rose is $6.00",
            "the price of Orchid is $4.50", "Rose's price is $6.00", "the Total of Rose is $6.00",
        ],
    ),
    "form": (
        FORM,
        [
            "Password is in the Personal section", "Email is in the Account section",
            "the Password field is shown in the Personal section", "there is no error at Repeat email",
            "there is no error for Repeat email", "there is no error on Repeat email",
            "no error for Repeat email is shown",
            "there is no error under Repeat email", "there is no error message for Repeat email",
            "there is no validation error at Repeat email", "no error at Repeat email is displayed",
            "no country is selected", "Country is not selected", "no plan is selected", "the plan is not selected",
            "English is not selected in Languages", '"Dutch" is not selected in Languages',
            '"French" is selected in Languages', "Languages is English", "Bio has at most 4 characters",
            "Bio has less than 5 characters", "Bio has fewer than 2 words", "Avatar has a file",
        ],
    ),
    "staff": (
        STAFF,
        [
            "the table has 5 rows", "the table has more than 4 rows", "there are 5 rows in the table",
            '3 rows contain "Editor"', '4 rows contain "Editor"', 'exactly 3 rows contain "Editor"',
            "3 rows are selected",
            "exactly 1 row is selected", "there is one Editor", "no row has Role Viewer", "Alice is not selected",
            "the row Alice is not selected", "there is no next page", "there is no further page",
            'the Role column does not contain "Viewer"', "the Role column does not show Editor",
            'the Role column contains "Owner"', "the Name column shows Alice, Zoe", '"Editor" appears once',
            'the row of Bob contains "Active"', 'there is a row with Name "Bob" and Status "Active"',
            "the table contains a row with Alice and Editor", 'a row with "Bob" and "Admin" is shown',
            "the salary of Bob is €4,200.00", "the role of Alice is Editor", "Bob's status is Active",
            "the status of Bob is Active", "the last row shows Total",
        ],
    ),
}  # fmt: skip
TRUE = {
    "posts": (
        POSTS,
        [
            '"First steps" is the first item', '"Garden news" is the second item', "Winter plans is the third item",
        ],
    ),
    "sign up": (
        SIGN_UP,
        [
            "An error is shown below the Email field", "an error message is shown next to Email",
            "An error message appears under the Email field", "there is an error below the Email field",
            "a validation error is displayed under the Email field",
        ],
    ),
    "chat": (CHAT, ['"general" is shown under Channels', '"Bo" is shown below "People"']),
    "users": (
        USERS,
        [
            'In the row of "Lee Wong" the column "2FA" is "No"', 'In the row "Lee Wong" the column Role shows Editor',
            'For Ann Hill the status is "Inactive"', 'for "Lee Wong" the status is "Active"',
            'In the row "Lee Wong" the column Role does not contain Admin',
            "in the row of Lee Wong the role is Editor", "Lee Wong's role reads Editor",
        ],
    ),
    "plans": (
        LOCKED,
        [
            'there are three items: "Free", "Team" and "Pro"', "both switches are on", '"Max" is replaced by "Pro"',
            '"Pro" is shown instead of "Gold"', 'A dialog with the question "Lock this user?" appears',
            'The system asks "Lock this user?"', '"Yes" is disabled as long as "Team" is shown',
            '"Team" is shown ("Free")', "Free is the first item in the list", '"Free" appears as the first item',
            '"Free" appears at the top of the list', '"Pro" is shown at the bottom of the list',
            "the list has three items: Free, Team and Pro", "the list has these items: Free, Team and Pro",
        ],
    ),
    "to do": (
        TODO,
        [
            "Buy milk is the first item in the list", '"Buy milk" is at the top of the list', '"Tea" is crossed out',
            '"Milk jug" is crossed out', '"Buy milk" is not crossed out',
        ],
    ),
    "cards": (
        CARDS,
        [
            '"Rose" is listed with the price "$4.50"', '"Tulip" is listed with the price "$6.00"', "Rose costs $4.50",
            "the first product costs $4.50", "the first product is Rose", "Rose is the first product",
            "the last product is Orchid", '"$9.00" is shown', "the second product is not Rose",
            "the products are sorted by price", "there are 3 products",
        ],
    ),
    "dialog": (
        DIALOG,
        [
            "the password field is visible", "the Password field is shown",
            "the dialog has no Delete button", "the close button is not shown", "there is no cookie banner",
        ],
    ),
    "tasks": (TASKS, ["the Hours of Tuesday is 6.5", "there is no task “Walk dog”", "the hours of Monday is 8"]),
    "fields beside their words": (
        PAID,
        [
            '"Cleo" is selected in "Who paid?"', '"Ann" is not selected in "Who paid?"',
            '"Who paid for Ann?" is set to "Bob"',
        ],
    ),
    "settings": (
        SETTINGS,
        [
            "the API key is shown", "bob@example.com is not shown", "the Partner logo is not displayed",
            "the Members section contains Ann Lee", "the Security section does not contain Ann Lee",
            "the Members section is not empty", '"Ann Lee" is not shown in the Security section',
        ],
    ),
    "cart": (
        CART,
        [
            '"Tulip" is in the cart', "the cart contains Tulip", 'the cart does not contain "Sofa"',
            "Sofa is not shown in the cart", '"Fern" is shown in Orders', '"Rose" is not shown in Orders',
            "Rose is not listed in Orders", "Orders contains Fern",
        ],
    ),
    "shop": (
        SHOP,
        [
            "there are 2 items in the cart", "the cart contains 2 items", "the cart contains Tulip",
            "the cart does not contain Orchid", "Orchid is not in the cart", "the Apply button is not in the header",
            "the Go button is in the header", "the Terms link is in the footer", "the price of Rose is $4.50",
            "Rose's price is $4.50", "the price of Orchid is $19.99", "Total is $20.00", "Total is between $15 and $25",
        ],
    ),
    "form": (
        FORM,
        [
            "Email is in the Personal section", "Password is in the Account section",
            "Email is not in the Account section", "French is not selected in Languages",
            '"France" is selected in Country', '"Germany" is not selected in Country',
            '"English" is selected in Languages', '"Dutch" is selected in Languages',
            '"English" and "Dutch" are selected in Languages',
        ],
    ),
    "staff": (
        STAFF,
        [
            "the table has 4 rows", "the table has fewer than 5 rows", '2 rows contain "Editor"', "2 rows are selected",
            'exactly 2 rows contain "Editor"', 'at least 1 row contains "Viewer"', "the row Bob is not selected",
            "Alice is selected", 'the Role column contains "Viewer"', 'the Role column does not contain "Owner"',
            "the Name column shows Alice, Bob, Carla, Dan", 'the row of Bob contains "Inactive"',
            "the salary of Bob is €3,100.50", "the role of Alice is Admin", "Bob's status is Inactive",
            "the last row shows Dan", 'there is a row with Name "Bob" and Status "Inactive"',
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("html", "sentences"), UNTRUE.values(), ids=UNTRUE.keys())
async def test_what_is_untrue_does_not_hold(page: Page, html: str, sentences: list[str]) -> None:
    assert await _holding(page, html, sentences) == []


@pytest.mark.parametrize(("html", "sentences"), TRUE.values(), ids=TRUE.keys())
async def test_what_is_true_holds(page: Page, html: str, sentences: list[str]) -> None:
    holding = await _holding(page, html, sentences)
    assert [sentence for sentence in sentences if sentence not in holding] == []


async def _holding(page: Page, html: str, sentences: list[str]) -> list[str]:
    await page.set_content(f"<!doctype html><meta charset=utf-8>{html}")
    look = await take_look(page)
    holding = []
    for words in sentences:
        plan = plan_english(words)
        checks: list[PageCheck] = [step.check for step in plan.steps if isinstance(step, Assert)]  # type: ignore[misc]
        if not plan.gaps and len(checks) == len(plan.steps) and all(ask_page(check, look).holds for check in checks):
            holding.append(words)
    return holding
