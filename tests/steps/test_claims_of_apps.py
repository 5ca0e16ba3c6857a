"""Claims of an invoice list, a mailbox, a calendar, a file manager, a board: untrue where the value is a neighbour's, a
part of another name, said by a message only, covered, or denied of what no page calls so. True ones hold.
"""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from tests.steps.conftest import claims, holding

INVOICES = """<main><h1>Invoices</h1><table><thead><tr><th>No.<th>Customer<th>Status<th>Gross</thead><tbody>
<tr><td>INV-104<td>Acme Ltd<td><span class=badge>Paid</span><td>€119.00
<tr><td>INV-103<td>Borg GmbH<td><span class=badge>Overdue</span><td>€1,487.50
<tr><td>INV-102<td>Cato Sons<td><span class=badge>Open</span><td>€95.80</tbody></table></main>"""
USERS = """<table><tr><th>Name<th>E-mail<tr><td><a href=/1>Dev Null</a> <i class=tag>Suspended</i><td>dev@corp.test
<tr><td><a href=/2>Ada Byron</a><td>ada@corp.test</table>"""
MAIL = "<h1>Inbox</h1><ul><li>Lena Ott – Budget<li>Tom Reed – Lunch?</ul>"
CALENDAR = """<h1>May</h1><table role=grid><tr><td aria-label="May 4">4<td aria-label="May 5" aria-current=date>5
<b>Review</b><td aria-label="May 6">6 <b>Standup</b></table>"""
FILES = """<ul role=listbox aria-label=Files><li role=option>plan.docx 12 KB<li role=option>cv.pdf 3 KB</ul>
<div role=status>“notes.txt” moved to trash</div>"""
MODAL = """<button>Add to cart</button><div role=dialog aria-modal=true style="position:fixed;left:300px;
top:90px;width:200px;background:#fff" aria-label=Save><button>Cancel</button></div>"""
COVERED = """<button>Add to cart</button><div style="position:fixed;inset:0;background:#000a"></div>"""

BANK = """<main><h1>Checking</h1><p>Available balance <b>$1,250.00</b><table><tr><th>Date<th>Description<th>Amount
<th>Balance<tr><td>Nov 3, 2026<td>Rent<td>-$900.00<td>$1,250.00<tr><td>Nov 2, 2026<td>Salary<td>$2,400.00<td>$2,150.00
</table></main>"""
CHAT = """<aside><h2>Chats</h2><ul><li><a href=#a>Ann</a></ul></aside><main><div role=log><p>See the ticket
<p>Will do</div></main>"""
BOOKING = """<title>Book</title><ol><li>Search<li aria-current=step>2. Dates<li>Guest</ol><h1>Book a room</h1>
<h2>Deluxe room</h2><dl><dt>Nights<dd>3<dt>Guests<dd>2<dt>Total<dd>$465.00</dl><p>Reference: <b>BK-1012</b><p>Status
<span>Pending</span>"""
KPI = """<dl><dt>Revenue<dd>€304k <small>+12%</small></dl><p>Subscription <b>Open</b><label>Delivery date
<input type=date value=2026-07-15></label>"""
POSTS = """<h1>Posts</h1><ul><li><h3>New post</h3><time>Nov 4, 2026</time><li><h3>Old post</h3><time>Oct 2, 2026</time>
</ul>"""
REQUESTS = """<h1>Requests</h1><table><tr><th>No<th>Who<th>Status<tr><td>3<td>Ann<td>Approved<tr><td>2<td>Bo
<td>Approved</table>"""
REJECTED = REQUESTS.replace("Bo\n<td>Approved", "Approved\n<td>Rejected by Bo")
CODE = """<p>Your code: <b>483 920</b><p>Account: <b>004512 7</b><p role=status>Payment received"""
BOARD = """<h1>Sprint</h1><div><section class=column><h2>To do</h2><article class=card><h3>Fix login</h3>
<span class=assignee>Bo</span></article><article class=card><h3>Call Ann</h3><span class=assignee>Cy</span></article>
</section><section class=column><h2>Doing</h2><article class=card><h3>Pay</h3><i>for Bo</i></article></section></div>"""
BASKET = "<h2>Cart</h2><ul aria-label=Cart><li>Desk Lampshade<li>Wool Blanket<li>Mug<li>Mug</ul>"
ORDER = """<h1>Order 1042</h1><aside><h2>Account</h2><p>Status: <b>Active</b></aside><dl><dt>Shipping<dd><s>$5.00</s>
Free<dt>Total<dd>$30.00 <small>was $45.00</small></dl>"""
DECIDED = """<h1>Requests</h1><table><tr><th>Request<th>Status<th>Comment<tr><td>R-1<td>Approved<td>ok<tr><td>R-2
<td>Not approved<td>approved later</table><ul><li>Approved</ul>"""
INERT = "<div inert><button>Back</button></div><fieldset disabled><button>Next</button></fieldset>"
UNREAD = """<h1>Inbox</h1><p>5 mails<ul><li class="mail unread">Budget<li class="mail unread">Lunch?
<li class=mail>Hi</ul>"""
TOO_MANY = "<p role=alert>Too many tries</p>"

UNTRUE = {
    TOO_MANY: "an error indicating too many requests is shown",
    INVOICES: """the table is sorted by No. ascending | the invoice "INV-104" is not paid | "INV-103" is not overdue |
        the invoice INV-104 is overdue""",
    USERS: """Dev Null is not suspended | Ada Byron is suspended""",
    MAIL: """the mail is no longer in the inbox | the mail is not in the list""",
    CALENDAR: """May 5 shows "Standup" | there is no event on May 5 | May 4 shows "Review" """,
    FILES: """plan.doc is listed | notes.txt is listed | "notes.txt" is listed | cv.pdf is not listed |
        "cv.pdf" is not listed""",
    MODAL: """the "Add to cart" button can be clicked | the Cancel button cannot be clicked""",
    COVERED: """the "Add to cart" button can be clicked""",
    REQUESTS: """no request is approved | none of the requests has the status "Approved" | only rejected requests are
        shown | every request has the status "Open" | none of the requests has the colour "Red" """,
    ORDER: """the order status is Active | the shipping is $5.00 | the total is $45.00 | the total price is $45.00""",
    DECIDED: """R-2 is approved | R-1 is not approved | "Approved" is listed once | the table contains the Request""",
    INERT: """the Back button can be clicked | the Next button can be clicked | the Back button is enabled""",
    "<button>Order</button>": "the order is listed",
    UNREAD: "there are 3 unread mails | there are 5 unread mails | there is 1 unread message",
    "<p>Requests</p>": """an error indicating too many requests is shown | an error indicating that there are too
        many is shown | no error indicating that there are too many is shown""",
    REJECTED: """only approved requests are shown | no request is rejected | each request has the status "Approved" """,
    CODE: """the code has 5 digits | the code has 3 digits | the account has 6 digits | the page says Payment sent | the
        page says that Payment was sent""",
    BOARD: """ "Fix login" is assigned to Cy | "Call Ann" is assigned to Ann | "Pay" is assigned to Bo | "Fix login" is
        the only card in "To do" | "Fix login" is the only card in "Doing" | "Pay" disappears from the Doing column""",
    BASKET: """the cart contains the Desk Lamp | "Mug" is listed once | the cart contains the Wool""",
    BANK: """the amount of "Salary" is $2,150.00 |
        the balance after Salary is $1,250.00 | the balance after Rent is $2,150.00 | the total balance is
        $1,250.00 | the transactions are sorted oldest first | the date of Salary is 2026-11-03""",
    CHAT: """the chat does not contain "Will do" | the chat contains "Ann" | the conversation shows "Chats" """,
    BOOKING: """the current step is "Guest" | step 1 is active | step 3 is active | the active step is "Search" | the
        heading shows "Deluxe" | the heading shows "Standard room" | the number of nights is 2 | there are 2 nights |
        the total price is $46.00 | the total amount is not $465.00 | the booking reference is BK-101 | the booking
        status is Open | the invoice status is Pending | the account reference is BK-1012""",
    KPI: """the revenue is €304 | the revenue is +12% | the revenue is 12% | the invoice status is Open | the delivery
        date is July 16, 2026 | the delivery date is July 2026""",
    POSTS: """the post "Old post" is at the top | the post "New post" is at the bottom | the posts are sorted oldest
        first | the posts are sorted by date, oldest first""",
    "<img alt='Blue lamp' src=x.png width=40 height=40>": "the Blue lamp image is shown",
}
TRUE = {
    INVOICES: """the table is sorted by No. descending | the invoice "INV-103" is not paid | "INV-104" is paid |
        the invoice INV-103 is overdue""",
    USERS: """Ada Byron is not suspended | Dev Null is suspended""",
    CALENDAR: """May 5 shows "Review" | May 6 shows "Standup" """,
    FILES: """plan.docx is listed | "notes.txt" is not listed | notes.txt is not listed | "notes.txt" is shown""",
    MODAL: """the "Add to cart" button cannot be clicked | the Cancel button can be clicked |
        the "Add to cart" button is enabled""",
    COVERED: """the "Add to cart" button cannot be clicked""",
    REQUESTS: """no request is rejected | none of the requests has the status "Rejected" | only approved requests are
        shown | each request has the status "Approved" """,
    ORDER: """the shipping is Free | the total is $30.00 | the account status is Active""",
    DECIDED: """R-1 is approved | R-2 is not approved | "R-1" is listed once""",
    INERT: """the Back button cannot be clicked | the Next button cannot be clicked""",
    UNREAD: "there are 2 unread mails | there are 2 unread messages",
    "<fieldset disabled><legend><label><input type=checkbox> Limit</label></legend></fieldset>": """the "Limit" checkbox
        is not disabled""",
    TOO_MANY: "an error indicating that there are too many is shown",
    CODE: """the code has 6 digits | the account has 7 digits | the page says Payment received""",
    BOARD: """ "Fix login" is assigned to Bo | "Call Ann" is assigned to Cy | "Pay" is the only card in "Doing" | "Pay"
        disappears from the To do column""",
    BASKET: """the cart contains the Wool Blanket | "Mug" is listed twice | "Desk Lampshade" is listed once""",
    BANK: """the amount of "Salary" is $2,400.00 |
        the balance after Salary is $2,150.00 | the transactions are sorted newest first | the date of Salary is
        2026-11-02""",
    CHAT: """the chat contains "Will do" | the chat does not contain "Thanks" | the conversation shows "See the
        ticket" """,
    BOOKING: """the current step is "Dates" | step 2 is active | the active step is "Dates" | the heading shows "Deluxe
        room" | the heading shows "Book a room" | the number of nights is 3 | there are 2 guests | the total price is
        $465.00 | the total amount is $465.00 | the booking reference is BK-1012 | the booking status is Pending""",
    KPI: """the revenue is €304k | the delivery date is July 15, 2026""",
    POSTS: """the post "New post" is at the top | the post "Old post" is at the bottom | the posts are sorted newest
        first""",
    "<ul class=alerts><li>CPU high<li>Disk full</ul>": '"CPU high" is listed',
}


@pytest.mark.parametrize(("html", "sentences"), UNTRUE.items())
async def test_what_is_untrue_does_not_hold(page: Page, html: str, sentences: str) -> None:
    assert await holding(page, html, claims(sentences)) == []


@pytest.mark.parametrize(("html", "sentences"), TRUE.items())
async def test_what_is_true_holds(page: Page, html: str, sentences: str) -> None:
    assert await holding(page, html, claims(sentences)) == claims(sentences)
