"""Claims of records, tasks, steps of a wizard, counts and who is signed in: untrue where the value stands in another
row, under another owner, is a part of a longer one or only a hint. True ones hold.
"""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from tests.steps.conftest import claims, holding

SHOP = """<header><nav><a href="/">Home</a> <a href="/w">Wishlist (1)</a> <a href="/cart" aria-label="Cart">\
Cart <span class="badge">2</span></a></nav><span>Hello, Ann</span><button>Log out</button>\
</header><main><h1>Products</h1><ul class="grid"><li class="card"><h3>Rose</h3><p class="price">\
$4.50</p><span class="stock">In stock</span><button>Add to cart</button></li><li class="card"><h3>\
Tulip</h3><p class="price">$12.00</p><span class="stock">Out of stock</span><button disabled>\
Add to cart</button></li><li class="card"><h3>Lily</h3><p class="price">$49.00</p>\
<span class="stock">In stock</span><button>Add to cart</button></li><li class="card"><h3>Fern</h3>\
<p class="price">$7.25</p><span class="stock">In stock</span><button>Add to cart</button></li>\
</ul></main>"""
SHOP2 = """<main><h1>Products</h1><div class="products"><div class="product-card"><h3>Rose</h3>\
<p class="price">$4.50</p><button>Add to cart</button></div><div class="product-card"><h3>\
Tulip</h3><p class="price"></p><button>Add to cart</button></div><div class="product-card"><h3>\
Lily</h3><p class="price">$64.00</p><button>Add to cart</button></div></div></main>"""
CART = """<main><h1>Cart</h1><div class="items"><div class="item"><h3>Rose</h3><label>\
Quantity <input type="number" value="2"></label><span>Price: $4.50</span></div><div class="item">\
<h3>Tulip</h3><label>Quantity <input type="number" value="1"></label><span>Price: $12.00</span>\
</div></div><dl><dt>Shipping</dt><dd>$3.00</dd><dt>Order total</dt><dd>$24.00</dd></dl></main>"""
TODO = """<main><h1>todos</h1><ul aria-label="Todo list"><li class="done">\
<input type="checkbox" checked aria-label="Buy milk"><label>Buy milk</label></li><li>\
<input type="checkbox" aria-label="Pay rent"><label>Pay rent</label></li></ul><span>\
1 item left</span><ul class="filters"><li><a href="#/" class="selected">All</a></li><li>\
<a href="#/active">Active</a></li><li><a href="#/completed">Completed</a></li></ul></main>"""
USERS = """<header><span>Signed in as <b>Ann Lee</b></span></header><main><h1>Users</h1><label>Role <select>\
<option>All</option><option selected>Admin</option><option>Editor</option></select></label><table>\
<thead><tr><th><input type="checkbox" aria-label="Select all"></th><th>Name</th><th>Role</th><th>\
Status</th></tr></thead><tbody><tr><td><input type="checkbox" aria-label="Select row"></td><td>\
Ann Lee</td><td>Admin</td><td>Active</td></tr><tr><td>\
<input type="checkbox" checked aria-label="Select row"></td><td>Bo Chen</td><td>Editor</td><td>\
Inactive</td></tr><tr><td><input type="checkbox" aria-label="Select row"></td><td>Cy Dunn</td><td>\
Viewer</td><td>Active</td></tr></tbody></table><p>1-3 of 42</p></main>"""
BANK = """<main><h1>Accounts</h1><div class="cards"><section class="card"><h2>Checking</h2><p>Balance</p><p>\
$250.00</p></section><section class="card"><h2>Savings</h2><p>Balance</p><p>$1,250.00</p>\
</section></div><h2>Transactions</h2><table><tr><th>Date</th><th>Description</th><th>Amount</th>\
</tr><tr><td>1 May</td><td>Rent</td><td>-$800</td></tr><tr><td>2 May</td><td>Salary</td><td>\
$2,000</td></tr></table><p>Customer: Bob Ray</p><p>Your trial ends in 3 days</p><p>\
Your profile is 40% complete</p></main>"""
MAIL = """<nav><a href="/in">Inbox <span class="badge">2</span></a><a href="/sent">Sent</a></nav><main>\
<ul class="mails"><li class="mail unread"><b>Bob</b> Invoice May</li><li class="mail unread"><b>\
Cy</b> Lunch?</li><li class="mail"><b>Dee</b> Old news</li></ul></main>"""
BOARD = """<main><h1>Website</h1><div class="board" style="display:flex"><section class="column"><h2>\
To do</h2><div class="card">Fix header</div><div class="card">Write docs</div></section>\
<section class="column"><h2>In progress</h2><div class="card">Login page</div></section>\
<section class="column"><h2>Done</h2><div class="card">Set up CI</div></section></div></main>"""
FORM = """<main><h1>Profile</h1><form><label>Username <input value="ann" readonly></label><label>\
Email <input value="ann@x.test" type="email"></label><label>Company <input value="Acme" disabled>\
</label><p class="hint">E-mail is required</p><button>Save</button></form></main>"""
ERR = """<main><form><label>Email <input aria-invalid="true" aria-describedby="e"></label>\
<p id="e" class="error" role="alert">E-mail is required</p><button>Save</button></form></main>"""
WIZ = """<main><ol class="steps"><li class="done">Company</li><li class="active" aria-current="step">\
Team</li><li>Summary</li></ol><h2>Step 2 of 3</h2>\
<div role="progressbar" aria-valuenow="66" aria-valuemin="0" aria-valuemax="100">66%</div><button>\
Back</button><button disabled>Next</button></main>"""
NOTIF = """<header><button aria-label="Notifications">🔔 <span class="badge">3</span></button></header><main>\
<ul class="notifications" aria-label="Notifications"><li>Bob commented on your post</li><li>\
Cy liked your photo</li><li>Dee followed you</li></ul></main>"""
PLANTS = """<main><h1>Plants</h1><p>Shipping price: $9.00</p><ul><li><h3>Rose</h3><span hidden>$1.00</span>\
<p class=note>Price on request</p><button>Add</button></li><li><h3>Rose Gold</h3><p class=price>\
$9.00</p><button>Add</button></li><li><h3>Tulip</h3><p class=price><s>$12.00</s> $8.00</p>\
<p class=stock>In stock</p><button>Add</button></li><li><h3>Orchid</h3><p class=price>$3.00</p>\
<p class=stock>Not in stock</p><button>Add</button></li></ul><footer>\
Out of stock items ship later</footer></main>"""
STAFF = """<main><table><thead><tr><th><input type=checkbox aria-label="Select all"><th>Name<th>Role<th>\
Status<th>Manager</thead><tbody><tr><td><input type=checkbox checked aria-label="Select row"><td>\
Ann Lee<td>Admin<td>Pending<td>Bo Chen<tr><td><input type=checkbox aria-label="Select row"><td>\
Bo Chen<td>Co-Admin<td>Completed<td>Cy Dunn<tr><td><input type=checkbox aria-label="Select row">\
<td>Cy Dunn<td>Viewer<td>Not completed<td>Ann Lee</table></main>"""
TASKS = """<main><ul><li><input type=checkbox aria-label="x"> <span>Get it done</span> <button>\
Completed</button></li><li class="task completed-later"><span>Buy milk</span></li><li>\
<span style="text-decoration:line-through">Old task</span></li><li>\
<input type=checkbox checked aria-label="y"> <span>Write</span> <em>Pending</em></li></ul></main>"""
CHECKOUT = """<main><ol class="wizard"><li class="done">Cart</li><li>Address</li><li class="active">Payment</li>\
</ol><p>See step 2 of our guide</p><h2>Payment</h2></main>"""
ON_STEP_3 = """<main><h2>Step 3 of 5</h2><p>Your address</p><a href=#>Back to step 2</a></main>"""
CHAT = """<header><a href=/>Chat</a><span>Signed in as Annabel</span></header><aside><ul><li>Ann</li><li>\
Bob</li></ul></aside><main><h1>Ann</h1><ul><li>Hello Bob</li><li>Welcome, Ann!</li></ul></main>"""
HEAD = """<header><a href=/w>Wishlist (12)</a><a href=/c>Cart <span class=badge>12</span></a>\
<button aria-label="Notifications">3</button></header><main><h1>Old wishlist (1)</h1>\
<ul class=mails><li class="mail read">A</li><li class="mail unread">B</li><li class="mail read">\
C</li></ul><dl><dt>Discount total<dd>$5.00<dt>Items<dd>2</dl></main>"""
LISTS = """<main><ul aria-label="Todo list"><li>Buy milk and bread</li><li>Pay rent</li></ul><h2>\
Transactions</h2><table><tr><th>What<th>How much<tr><td>Rent deposit<td>$5<tr><td>Rent<td>\
$8</table><p>Showing 11-20 of 42</p></main>"""
FIELDS = """<main><form><label>Name <input value=Ann></label><div>Nick</div><div><input value=ann></div><p>\
Username</p><p>ann</p><label>Mail <input readonly value=a@b.c></label><small class="hint">\
Required</small><div class="field"><input aria-invalid=true aria-label=City><span class="help">\
City is required</span></div></form></main>"""
HOTELS = """<main><h1>Hotels</h1><div class=hotel><h3>Ritz</h3><span class=rate>$310</span></div>\
<div class=hotel><h3>Ibis</h3><span class=rate>$80</span></div><div class=hotel><h3>Hyatt</h3>\
<span class=rate>sold out</span></div><table><tr><th>Room<th>Price<tr><td>1<td>$20<tr><td>2<td>\
</table></main>"""
RATES = """<main><h3>Express</h3><p>Price on request</p><h3>Standard</h3><p>Price</p><p>4.90</p></main>"""
BASKET = """<main><h1>Cart</h1><table><tr><th>Item<th>Quantity<th>Subtotal<tr><td>Desk Lamp<td>2<td>$59.80<tr>\
<td>Desk<td>1<td>$9.00</table></main>"""
CARDS = """<main><div class=accounts><div class=account><h3>Checking</h3><p class=balance>$250.00</p></div>\
<div class=account><h3>Savings</h3><p class=balance>$1,250.00</p></div></div></main>"""
STAYS = """<main><h1>Hotels</h1><ul aria-label="Hotels"><li><h3>Ritz</h3><p>Price per night: $310</p></li>\
<li><h3>Ibis</h3><p>Price per night: $80</p></li></ul></main>"""
STAYS2 = """<main><h1>Hotels</h1><ul aria-label="Hotels"><li><h3>Ritz</h3><p>Price per night: $310</p></li>\
<li><h3>Ibis</h3><p>on request</p></li></ul></main>"""
TABS = """<main><div role=tablist><button role=tab aria-selected=true>Pending</button>\
<button role=tab aria-selected=false>Done</button></div><label><input type=checkbox role=switch>\
 Two-factor</label></main>"""
STOCK = """<main><table><tr><th>Item<th>Stock<th>Price<tr><td>Blue mug<td>5<td>$8<tr><td>Mug<td>15<td>\
$9</table></main>"""
FLIGHTS = """<main><h1>Flights</h1><ul class=products><li class=product><span class=time>10:00</span>\
<span class=airline>AB</span><span class=price>$99</span></li><li class=product><span class=time>\
12:00</span><span class=airline>CD</span><span class=price></span></li></ul></main>"""
PAGES = """<main><ul><li>A</li></ul><p>3</p><nav aria-label="Pagination"><a href=#1>1</a>\
<a href=#2 aria-current="page">2</a><a href=#3>3</a></nav></main>"""
PAGES2 = """<main><p>1</p><ul class="pagination"><li class="page-item"><a href=#1>1</a></li>\
<li class="page-item active"><a href=#2>2</a></li></ul></main>"""
LEAVE = """<main><h1>Requests</h1><table><tr><th>Name<th>Status<th>Action<tr><td>Dana Fox<td>Approved<td><tr>\
<td>Bo Chen<td>Pending<td><button>Approve</button><button>Reject</button></table></main>"""
LEAVE2 = """<main><h1>Requests</h1><table><tr><th>Name<th>Status<th>Action<tr><td>Dana Fox<td>Pending<td>\
<button>Approve</button><button>Reject</button><tr><td>Bo Chen<td>Pending<td><button>\
Approve</button><button>Reject</button></table></main>"""
TEAM = """<main><h2>Team</h2><p>Manager: Ann Lee</p><h2>Office</h2><p>City: Rome</p><section><h2>\
Billing</h2><p>Plan</p><p>Pro</p></section><section><h2>Support</h2><p>Plan</p><p>Basic</p>\
</section></main>"""

UNTRUE = {
    SHOP: """Rose is out of stock | Tulip is in stock | the product "Rose" should be out of stock | Rose is
        not in stock | "Rose" is marked as "Out of stock" | "Lily" has the "Out of stock" label | all
        prices are below $40 | all prices are over $5 | there are 5 product cards | the wishlist count
        is 2 | the cart count is 1 | the price of Tulip is $4.50 | the price of Rose is $12.00 | the
        cheapest product is Fern | the first product is Tulip | the last product is Rose | Tulip is
        listed first | Fern comes first | Rose is the last product | "Lily" is listed above "Rose" """,
    SHOP2: """every product has a price | all products have a price | all prices are below $50 | 4 product
        cards are displayed""",
    CART: """the quantity of Rose is 1 | the quantity of Tulip is 2 | the price of Tulip is $4.50 | the total
        is $3.00 | the shipping is $24.00""",
    TODO: """the todo list contains Buy milk and Walk dog | the todo list contains Walk dog and Pay rent |
        Pay rent is completed | "Pay rent" is marked as done | Buy milk is not completed | the Active
        filter is selected | the Completed filter is active | the todo "Pay rent" is completed | the
        counter shows 2 items left""",
    USERS: """the role of Bo Chen is Admin | Bo Chen has the role Admin | Ann Lee has the role Editor | the
        role filter is Editor | the role filter is set to All | row Ann Lee is selected | the row of Cy
        Dunn is selected | row Bo Chen is not selected | Ann Lee's status is Inactive | Bo Chen is
        active | Ann Lee is inactive | 4 users are listed""",
    BANK: """the balance of Savings is $250.00 | the Savings balance is $250.00 | the balance of Checking is
        $1,250.00 | the first transaction is Salary | the last transaction is Rent | the customer is Bob
        | the customer is Ann | the trial ends in 5 days | the trial ends in 13 days | the profile is
        50% complete | the profile is 4% complete""",
    MAIL: """there are 3 unread mails | the inbox count is 3""",
    BOARD: """Fix header is in Done | Fix header is in In progress | "Fix header" is in the In progress column
        | "Set up CI" is not in the Done column | To do contains 1 card | the Done column has 2 cards |
        there are four columns | there are three columns: To do, Review and Done | the card "Fix header"
        moved to Done""",
    FORM: """the email cannot be edited | the username can be edited | an error message is displayed | the
        error "E-mail is required" is shown | an error message "E-mail is required" is displayed""",
    WIZ: """step 1 is active | step 3 is the current step | the Summary step is active | the wizard is at
        step 1 of 3 | the wizard is on step 3 | the progress bar shows 33% | the progress bar is at 6% |
        step 3 is completed | step Summary is marked as completed""",
    NOTIF: """the first notification is Cy liked your photo | the bell shows 2 | the notification badge shows
        2 | there are 2 notifications | the bell icon shows 2 unread notifications""",
    PLANTS: """the price of Rose is $9.00 | the price of Rose is $1.00 | Rose's price is $9.00 | the price of
        Rose is not $4.00 | the price of Tulip is $12.00 | Orchid is in stock | Rose is out of stock |
        Rose is in stock | Tulip is not in stock | "Orchid" is marked as "In stock" | every product has
        a price | all prices are below $9""",
    STAFF: """the role of Bo Chen is Admin | Bo Chen has the role Admin | Ann Lee's role is Viewer | the
        manager of Ann Lee is Cy Dunn | Ann Lee is completed | Cy Dunn is completed | row Cy Dunn is
        selected | row Ann Lee is not selected""",
    TASKS: """ "Get it done" is completed | "Buy milk" is completed | "Old task" is not done | "Write" is
        completed | "Write" is not completed""",
    CHECKOUT: """step 2 is active | the Address step is active | the Address step is completed | the wizard is on
        step 2 | the wizard is on step 3 of 4 | step 1 is the current step""",
    ON_STEP_3: """the wizard is on step 2 | the wizard is on step 3 of 4 | step 2 is active | step 5 is active""",
    CHAT: """verify I am logged in as Ann | verify I am logged in as Bob | verify the user is logged in as
        Ann""",
    HEAD: """the wishlist count is 1 | the cart count is 1 | the cart count is 2 | there are 2 unread mails |
        there are 3 unread mails | the total is $5.00""",
    LISTS: """the todo list contains Buy milk and Pay rent | the todo list contains Pay rent and bread | the
        first transaction is Rent | the last transaction is Rent deposit | the pagination reads 1-10 of
        42 | "Pay rent" is listed first | "Buy milk" is listed first | "Rent" comes first""",
    FIELDS: """the name cannot be edited | the nick cannot be edited | the username can be edited | the mail
        can be edited | the error "Required" is shown""",
    HOTELS: """every hotel has a price | all prices are below $300 | every price is below $100 | all rates are
        below $400 | all rates are below $300""",
    RATES: """ "Express" is offered with the price 4.90 | the price of Express is 4.90 | "Express" is listed
        with a price of 4.90""",
    BASKET: """ "Desk Lamp" is listed with quantity 1 and a subtotal of $59.80 | "Desk Lamp" is listed with
        quantity 2 and a subtotal of $9.00 | "Desk" is listed with a quantity of 2 | "Desk" is listed
        with a subtotal of $59.80""",
    CARDS: """the account "Savings" is listed with a balance of $250.00 | the account "Checking" is listed
        with a balance of $1,250.00""",
    STAYS2: """every hotel has a price per night | each hotel shows a price""",
    TABS: """the tab "Done" is selected by default | Two-factor is on by default""",
    STOCK: """ "Mug" has a stock of 5 | "Blue mug" has a stock of 15 | "Blue mug" has a price of $9""",
    FLIGHTS: """every product shows a time, an airline and a price""",
    PAGES: """page 3 is highlighted | page 1 is the current page | page 3 is active""",
    PAGES2: """page 1 is the current page | page 2 is not the current page""",
    LEAVE: """the Approve and Reject buttons are no longer shown for Bo Chen | the status of Bo Chen is
        Approved | Dana Fox is pending | Dana Fox is not approved | Bo Chen is approved""",
    LEAVE2: """the Approve and Reject buttons are no longer shown for Dana Fox""",
    TEAM: """the city of Team is Rome | the plan of Support is Pro | the Billing plan is Basic""",
}

TRUE = {
    SHOP: """Tulip is out of stock | Lily is in stock | the product "Tulip" is out of stock | Tulip is not in
        stock | "Tulip" is marked as "Out of stock" | "Tulip" has the "Out of stock" label | every
        product has a price | each product shows a price | all products have a price | all prices are
        below $50 | every price is under $50 | all prices are at least $4.50 | every product has an Add
        to cart button | 4 product cards are displayed | there are 4 product cards | the wishlist count
        is 1 | the cart count is 2 | the price of Tulip is $12.00 | the price of Rose is $4.50 | the
        cheapest product is Rose | the first product is Rose | the last product is Fern | Rose is listed
        first | Rose comes first | Fern is the last product | "Lily" comes after "Tulip" """,
    SHOP2: """3 product cards are shown""",
    CART: """the quantity of Rose is 2 | the quantity of Tulip is 1 | the price of Tulip is $12.00 | the
        total is $24.00 | the order total is $24.00 | the shipping is $3.00""",
    TODO: """the todo list contains Buy milk and Pay rent | Buy milk is completed | "Buy milk" is marked as
        done | Pay rent is not completed | the All filter is selected | the All filter is active | the
        todo "Buy milk" is completed | the counter shows 1 item left""",
    USERS: """the role of Bo Chen is Editor | the role of Ann Lee is Admin | Bo Chen has the role Editor | Ann
        Lee has the role Admin | the role filter is Admin | the role filter is set to Admin | row Bo
        Chen is selected | the row of Bo Chen is selected | row Ann Lee is not selected | Bo Chen's
        status is Inactive | Ann Lee is active | Bo Chen is inactive | the pagination reads 1-3 of 42 |
        the table has 3 rows | 3 users are listed""",
    BANK: """the balance of Savings is $1,250.00 | the Savings balance is $1,250.00 | the balance of Checking
        is $250.00 | the first transaction is Rent | the last transaction is Salary | the customer is
        Bob Ray | Verify the customer is Bob Ray | the trial ends in 3 days | the profile is 40%
        complete""",
    MAIL: """there are 2 unread mails | 2 unread mails are shown | the inbox count is 2""",
    BOARD: """ "Login page" is in the In progress column | "Fix header" is not in the Done column | the To do
        column contains 2 cards | the Done column now has 1 card | there are three columns | there are
        three columns: To do, In progress and Done""",
    FORM: """the username cannot be edited | the company cannot be edited | the email can be edited | The
        message "E-mail is required" is shown | the username is read-only""",
    ERR: """an error message is displayed | the error "E-mail is required" is shown | an error message
        "E-mail is required" is displayed""",
    WIZ: """step 2 is active | step 2 is the current step | the Team step is active | the wizard is at step
        2 of 3 | the wizard is on step 2 | step 2 of 3 is highlighted | the progress bar shows 66% | the
        progress bar is at 66% | step 1 is completed""",
    NOTIF: """the first notification is Bob commented on your post | the notification badge shows 3 | there
        are 3 notifications | the bell icon shows 3 unread notifications""",
    PLANTS: """the price of Tulip is $8.00 | the price of Rose Gold is $9.00 | Tulip is in stock | Orchid is
        not in stock | Rose is not out of stock | all prices are below $10""",
    STAFF: """the role of Bo Chen is Co-Admin | the status of Ann Lee is Pending | the manager of Ann Lee is
        Bo Chen | Cy Dunn is not completed | Ann Lee is not completed""",
    TASKS: """ "Get it done" is not completed | "Old task" is done""",
    CHECKOUT: """step 3 is active | the Payment step is active | the Cart step is completed""",
    ON_STEP_3: """the wizard is on step 3 | the wizard is on step 3 of 5""",
    HEAD: """the wishlist count is 12 | there is 1 unread mail""",
    LISTS: """the first transaction is Rent deposit | the last transaction is Rent | the pagination shows
        11-20 of 42""",
    FIELDS: """the mail cannot be edited | the username cannot be edited | the error "City is required" is
        shown""",
    BASKET: """ "Desk Lamp" is listed with quantity 2 and a subtotal of $59.80 | "Desk" is listed with quantity
        1""",
    CARDS: """the account "Savings" is listed with a balance of $1,250.00""",
    STAYS: """every hotel has a price per night""",
    TABS: """the tab "Pending" is selected by default | Two-factor is off by default""",
    STOCK: """ "Blue mug" has a stock of 5""",
    FLIGHTS: """every product shows a time and an airline""",
    PAGES: """page 2 is highlighted | page 2 is the current page""",
    PAGES2: """page 2 is active | page 1 is not highlighted""",
    LEAVE: """the Approve and Reject buttons are no longer shown for Dana Fox | the status of Dana Fox is
        Approved | Bo Chen is pending | Bo Chen is not approved""",
    TEAM: """the manager of Team is Ann Lee | the plan of Support is Basic | the Billing plan is Pro""",
}


@pytest.mark.parametrize(("html", "sentences"), UNTRUE.items())
async def test_what_is_untrue_does_not_hold(page: Page, html: str, sentences: str) -> None:
    assert await holding(page, html, claims(sentences)) == []


@pytest.mark.parametrize(("html", "sentences"), TRUE.items())
async def test_what_is_true_holds(page: Page, html: str, sentences: str) -> None:
    assert await holding(page, html, claims(sentences)) == claims(sentences)


async def test_of_a_pager_that_marks_no_page_no_page_is_denied(page: Page) -> None:
    pager = "<main><ul class=pagination><li><a href=#1>1</a><li><a href=#2>2</a></ul></main>"
    assert await holding(page, pager, ["page 2 is not highlighted", "page 2 is not active", "page 2 is active"]) == []


MUG = "<nav><ul><li>Cups</ul></nav><main><h1>Mug</h1><p>{}</p></main>"
SOLD_OUT = "the product is out of stock"


@pytest.mark.parametrize(
    "html",
    [
        MUG.format("3 left. Goes out of stock soon."),
        MUG.format("<button>Out of stock</button>"),
        "<main><h1>Mugs</h1><ul><li>Blue<li>Red</ul><p>Out of stock</p></main>",
        "<main><h1>Mug</h1><p>Out of stock</p><h1>Cup</h1></main>",
    ],
)
async def test_a_page_that_is_about_more_or_says_more_says_it_of_no_product(page: Page, html: str) -> None:
    assert await holding(page, html, [SOLD_OUT]) == []


async def test_a_page_about_one_product_says_it_of_that(page: Page) -> None:
    for words in ("Out of stock", "<button disabled>Out of stock</button>"):
        assert await holding(page, MUG.format(words), [SOLD_OUT]) == [SOLD_OUT]


async def test_of_a_heading_and_a_label_that_are_called_so_the_label_has_the_value(page: Page) -> None:
    hours = "<h2>Balance</h2><table><tr><th>Nurse<th>Hours<tr><td>Lisa<td>8</table>"
    stat = "<div class=stat><div>Balance</div><div>80.00</div></div>"
    sentences = ['the balance is "80.00"', 'the balance is not "80.00"', 'the balance is "8"']
    assert await holding(page, hours + stat, sentences) == sentences[:1]


@pytest.mark.parametrize(
    "html",
    [
        "<dl><dt>Signature<dd>J. Doe <button>Sign here</button></dl>",
        "<table><tr><th scope=row>Signature<td>J. Doe <button>Sign here</button></table>",
        "<p><b>Signature:</b> <span>J. Doe <a role=button tabindex=0>Sign here</a></span></p>",
    ],
)
async def test_a_button_beside_a_value_is_no_part_of_it(page: Page, html: str) -> None:
    sentences = ['"Signature" is "J. Doe"', '"Signature" is not "J. Doe"', '"Signature" is "J. Doe Sign here"']
    assert await holding(page, html, sentences) == sentences[:1]
