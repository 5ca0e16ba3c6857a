"""The rows of steps: what is done. The first that leaves out nothing says it."""

from __future__ import annotations

from qa_appliance.core import steps as s
from qa_appliance.language.rows import says

_GOING = (
    says(s.Go, "open {url:address}", "open /login"),
    says(s.Go, "open {page:page}", "open the pricing page"),
    says(s.History, "go back", "go back", move="back"),
    says(s.History, "go forward", "go forward", move="forward"),
    says(s.History, "reload the page", "reload the page", move="reload"),
)
_POINTING = (
    says(s.Click, "confirm{target:confirmed}", "confirm", confirms=True),
    says(s.Click, "{target:deed}", 'delete the row "Alice"'),
    says(s.Click, "expand {target:folded}", "expand the section", "section", until="expanded"),
    says(s.Click, "click {target}", 'click the "Save" button'),
    says(s.Click, "double-click {target}", 'double-click the row "Alice"', count=2),
    says(s.Click, "right-click {target}", 'right-click "Report"', button="right"),
    says(s.Click, "middle-click {target}", 'middle-click "Terms"', button="middle"),
    says(s.Click, "expand {target}", 'expand "Details"', until="expanded"),
    says(s.Click, "collapse {target}", 'collapse "Details"', until="collapsed"),
    says(s.Click, "find and click {target}", 'find and click "Terms"', seek=True),
    says(s.Click, "click {target} while holding {modifiers:held}", 'click "Report" while holding Shift'),
    says(s.Hover, "hover over {target}", 'hover over "Products"'),
    says(s.Scroll, "scroll to {target}", 'scroll to "Contact"'),
    says(s.Press, "press {keys:keys}", "press Enter", target=None),
    says(s.Press, "press {keys:bare_keys} in {target}", 'press Enter in the "Search" field'),
    says(s.SelectText, "select the text of {target}", 'select the text of "Total"'),
    says(s.Clipboard, "copy the selected text", "copy the selected text", move="copy"),
    says(s.Clipboard, "cut the selected text", "cut the selected text", move="cut"),
    says(s.Clipboard, "paste the text", "paste the text", move="paste"),
    says(s.Clipboard, "copy the text of {target}", 'copy the text of "Coupon"', move="copy"),
    says(s.Clipboard, "cut the text of {target}", 'cut the text of "Coupon"', move="cut"),
    says(s.Clipboard, "paste the text into {target}", 'paste the text into "Coupon"', move="paste"),
    says(s.Clipboard, "paste {text} into {target}", 'paste "SAVE10" into "Coupon"', move="paste"),
    says(s.Drag, "drag {target} to {to}", 'drag "A" to "B"'),
    says(s.Drag, "drag {target:beside} above {to}", 'drag "A" above "B"', side="before"),
    says(s.Drag, "drag {target:beside} below {to}", 'drag "A" below "B"', side="after"),
    says(s.Drag, "drag {target} {by:pixels}", "drag the slider 50 pixels to the right"),
    says(s.Drag, "drag {target} to the top of the list", 'drag "A" to the top of the list', position=1),
    says(s.Drag, "drag {target} to the bottom of the list", 'drag "A" to the bottom of the list', position=-1),
    says(s.Drag, "drag {target} to the {position:ordinal} position", 'drag "A" to the second position'),
    says(s.Drag, "drag {target} {places:places}", 'drag "A" up by 2 positions'),
    *(
        says(
            s.Scroll,
            f"scroll to the {direction} of {where}",
            f"scroll to the {direction} of the page",
            direction=direction,
        )
        for direction in ("top", "bottom")
        for where in ("the page", "{target}")
    ),
    *(
        says(s.Scroll, f"scroll {direction}{where}", f"scroll {direction}", direction=direction)
        for direction in ("up", "down", "left", "right")
        for where in ("", " inside {target}")
    ),
)
_FILLING = (
    says(s.Fill, "type {value}", 'type "hello"', target=None),
    says(s.Fill, "enter {value} into {target}", 'enter "x" into the Email field'),
    says(s.Fill, "type {value} at the end of {target}", 'type "!" at the end of the Message field', append=True),
    says(s.Fill, "set {target} to {value}", 'set Quantity to "3"', "any", chooses=True),
    says(s.EnterCode, "enter the one-time code into {target}", "enter the one-time code into the Code field"),
    says(
        s.EnterCode,
        "enter the one-time code for {authenticator} into {target}",
        'enter the one-time code for "admin" into "Code"',
    ),
    says(
        s.EnterCode,
        "enter the code from the mail into {target}",
        'enter the code from the mail into "Code"',
        mailed=True,
    ),
    says(s.Clear, "clear {target}", "clear the Email field"),
    says(s.Choose, "set {target} to {options}", 'set the Volume slider to "40"', "slider"),
    says(s.Choose, "choose {options}", 'choose "Express"'),
    says(s.Choose, "choose {options} from {target}", 'choose "Germany" from Country'),
    says(
        s.Choose,
        "choose the {options:option} option from {target}",
        'choose the second option from "Size"',
        pattern="place",
    ),
    says(
        s.Choose,
        "choose the option {options:like} from {target}",
        'choose the option that ends with "y" from "Country"',
        pattern="one",
    ),
    says(s.Choose, "choose the option {options:like}", 'choose the option that ends with "y"', pattern="one"),
    says(
        s.Choose,
        "choose an option {options:like} from {target}",
        'choose an option that starts with "Ger" from "Country"',
        pattern="any",
    ),
    says(s.Choose, "choose an option {options:like}", 'choose an option that contains "er"', pattern="any"),
    says(s.SetChecked, "select {target}", 'select the "Express" radio button', "radio"),
    says(s.SetChecked, "turn on {target}", 'turn on the "Dark" switch', "switch"),
    says(s.SetChecked, "turn off {target}", 'turn off the "Dark" switch', "switch", on=False),
    says(s.SetChecked, "tick {target}", 'tick the "Terms" checkbox'),
    says(s.SetChecked, "untick {target}", 'untick the "Terms" checkbox', on=False),
    says(s.SetChecked, "toggle {target}", 'toggle the "Terms" checkbox', on=None),
    says(s.FillRequired, "fill in all required fields", "fill in all required fields", target=None),
    says(
        s.FillRequired,
        "fill in all required fields except {left}",
        'fill in all required fields except "Email"',
        target=None,
    ),
    says(
        s.FillRequired,
        "fill in all required fields of {target}",
        'fill in all required fields of the "Address" section',
    ),
    says(
        s.FillRequired,
        "fill in all required fields of {target} except {left}",
        'fill in all required fields of the "Address" section except "City"',
    ),
    says(s.Upload, "upload {files}", 'upload "cv.pdf"', target=None),
    says(s.Upload, "upload {files} to {target}", 'upload "cv.pdf" to Attachment'),
    says(s.Upload, "upload {files:kind}", "upload an image", target=None, made=True),
    says(s.Upload, "upload {files:kind} to {target}", "upload a PDF to Attachment", made=True),
    says(s.Upload, "upload {files:kind} of {pages:pages}", "upload a PDF of 2 pages", target=None, made=True),
    says(
        s.Upload, "upload {files:kind} of {pages:pages} to {target}", "upload a PDF of 2 pages to Attachment", made=True
    ),
    says(s.Upload, "upload {files:kind} of {rows:rows}", "upload a CSV of 3 rows", target=None, made=True),
    says(s.Upload, "upload {files:kind} of {rows:rows} to {target}", "upload a CSV of 3 rows to Attachment", made=True),
    says(s.Upload, "upload a {size_bytes:size} {files:sort}", "upload a 2 MB PDF", target=None),
    says(s.Upload, "upload a {size_bytes:size} {files:sort} to {target}", "upload a 2 MB PDF to Attachment"),
    says(s.Download, "download {target}", 'download "Report"'),
)
_WAITING = (
    says(s.WaitFor, "wait until {check}", 'wait until "Saved" is shown'),
    says(s.WaitFor, "wait up to {seconds:duration} until {check}", 'wait up to 20 seconds until "Saved" is shown'),
    says(s.WaitTime, "wait {seconds:duration}", "wait 3 seconds"),
    says(s.WaitLoad, "wait for the page to load", "wait for the page to load"),
    says(
        s.WaitLoad, "wait up to {seconds:duration} for the page to load", "wait up to 20 seconds for the page to load"
    ),
    says(s.WaitMail, "wait for the mail to {to}", 'wait for the mail to "ada@example.test"'),
    says(
        s.WaitMail,
        "wait up to {seconds:duration} for the mail to {to}",
        'wait up to 20 seconds for the mail to "ada@example.test"',
    ),
    says(
        s.WaitMail,
        "wait for the mail to {to} with the subject {subject}",
        'wait for the mail to "ada@example.test" with the subject "Hi"',
    ),
    says(
        s.WaitMail,
        "wait up to {seconds:duration} for the mail to {to} with the subject {subject}",
        'wait up to 20 seconds for the mail to "ada@example.test" with the subject "Hi"',
    ),
    says(s.OpenMailLink, "open the link in the received mail", "open the link in the received mail"),
    says(s.OpenMailLink, "open the link {words} in the received mail", 'open the link "Confirm" in the received mail'),
    says(s.Assert, "verify that {check}", 'verify that "Saved" is shown'),
)
_WHOLE_DEEDS = (
    says(s.LogIn, "log in as {user} with password {password}", 'log in as "ada" with password "x"'),
    says(s.LogIn, "log in with password {password}", 'log in with password "x"', user=None),
    says(
        s.LogIn,
        "try to log in as {user} with password {password}",
        'try to log in as "ada" with password "x"',
        attempt=True,
    ),
    says(s.LogIn, "try to log in with password {password}", 'try to log in with password "x"', user=None, attempt=True),
    says(s.SignIn, "log in with the {account} account", 'log in with the "admin" account'),
    says(s.SignIn, "log in with any account", "log in with any account"),
    says(s.Visitor, "continue as a visitor", "continue as a visitor"),
    says(s.LogOut, "log out", "log out"),
    says(s.Search, "search for {text}", 'search for "shoes"'),
    says(s.AcceptCookies, "accept cookies", "accept cookies"),
    says(s.AddToCart, "add {item} to the cart", 'add "Lamp" to the cart'),
    says(s.Sort, "sort the list {order:raw}", "sort the list ascending", by=""),
    says(s.Sort, "sort the list by {by}", 'sort the list by "Price"'),
    says(s.Sort, "sort the list by {by} {order:raw}", 'sort the list by "Price" descending'),
    says(s.Sort, "sort {target:plain} by {by}", 'sort the "Orders" table by "Price"', "table"),
    says(s.Sort, "sort {target:plain} by {by} {order:raw}", 'sort the "Orders" table by "Price" descending', "table"),
    says(s.Message, "reply with {text}", 'reply with "Thanks"', move="reply"),
    says(s.Message, "reply to {what} with {text}", 'reply to "Ann" with "Thanks"', move="reply"),
    says(s.Message, "forward {what} to {to}", 'forward "Invoice" to "Bob"', move="forward"),
)
_AROUND = (
    says(s.Cookies, "set the cookie {name} to {value}", 'set the cookie "consent" to "yes"', move="set"),
    says(s.Cookies, "delete the cookie {name}", 'delete the cookie "consent"', move="delete"),
    says(s.Cookies, "clear the cookies", "clear the cookies", move="clear"),
    says(s.Remember, "remember the text of {target} as {name:variable}", "remember the text of the total as {total}"),
    says(
        s.RememberAnswer,
        "remember {name} in the answer to the request as {variable:variable}",
        'remember "id" in the answer to the request as {order}',
    ),
    says(s.Dialog, "answer the prompt with {text}", 'answer the prompt with "Ann"', accept=True),
    says(s.Dialog, "accept the alert", "accept the alert", accept=True),
    says(s.Dialog, "dismiss the alert", "dismiss the alert", accept=False),
    says(s.Tab, "switch to the new tab", "switch to the new tab", move="switch"),
    says(s.Tab, "switch to the {name:tab}", "switch to the first tab", move="switch"),
    says(s.Tab, "open a new tab", "open a new tab", move="new"),
    says(s.Tab, "close the tab", "close the tab", move="close"),
    says(s.Device, "switch to {preset:device}", "switch to a phone"),
    says(s.Person, "switch to {name:person}", "switch to the second user"),
    says(s.Surroundings, "set the clock to {moment:raw}", "set the clock to 2026-03-01 09:00", move="clock"),
    says(s.Surroundings, "let {seconds:duration} pass", "let 90 seconds pass", move="pass"),
    says(
        s.Surroundings,
        "set the browser's location to {place:place}",
        "set the browser's location to 52.52, 13.405",
        move="place",
    ),
    says(s.Surroundings, "let the site use the {what:allowed}", "let the site use the camera", move="allow"),
    says(s.Surroundings, "deny the site the {what:allowed}", "deny the site the camera", move="deny"),
    says(s.Surroundings, "show the site {what:look}", "show the site in dark mode", move="look"),
    says(
        s.Surroundings,
        "set the browser's language to {what}",
        'set the browser\'s language to "German"',
        move="language",
    ),
    says(
        s.Surroundings,
        "set the browser's time zone to {what}",
        'set the browser\'s time zone to "Asia/Tokyo"',
        move="zone",
    ),
    says(s.Surroundings, "use a passkey", "use a passkey", move="passkey"),
    says(s.Http, "send {method:raw} {url:raw}", "send GET /api/items"),
    says(s.Http, "send {method:raw} {url:raw} and expect {status}", "send GET /api/items and expect 200"),
    says(s.Http, "send {method:raw} {url:raw} with {body:body}", 'send POST /api/items with {"name": "x"}'),
    says(
        s.Http,
        "send {method:raw} {url:raw} with {body:body} and expect {status}",
        'send POST /api/items with {"name": "x"} and expect 201',
    ),
)
_NETWORK = (
    says(
        s.Answering,
        "answer {asked:asked} with {given:given}{turns:turns}",
        'answer GET /api/price with {"price": 5}',
        move="answer",
    ),
    says(
        s.Answering,
        "change {name} in the answer of {asked:asked} to {becomes:literal}{turns:turns}",
        'change "price" in the answer of GET /api/price to 5',
        move="change",
    ),
    says(
        s.Answering,
        "let the site answer {asked:asked}{turns:turns}",
        "let the site answer GET /api/price after 3 seconds",
        move="delay",
    ),
    says(s.Answering, "never answer {asked:asked}{turns:turns}", "never answer GET /api/slow", move="never"),
    says(s.Answering, "block requests to {asked:asked}{turns:turns}", "block requests to *.ads.example", move="block"),
    says(s.LetThrough, "let everything through again", "let everything through again"),
    says(s.Line, "go offline", "go offline", move="offline"),
    says(s.Line, "be back online", "be back online", move="online"),
    says(s.Line, "use a slow connection ({kind:speed})", "use a slow connection (3G)", move="slow"),
    says(s.Line, "have a latency of {seconds:duration}", "have a latency of 0.4 seconds", move="latency"),
    says(s.Line, "use the normal connection again", "use the normal connection again", move="normal"),
    says(s.Line, "make the CPU {times:times} slower", "make the CPU 4 times slower", move="cpu"),
)
_STRUCTURE = (
    says(s.When, "if {check}, {steps}", 'if "A" is shown, click "B"'),
    says(s.When, "if {check}, {steps:block}, otherwise {otherwise}", 'if "A" is shown, click "B", otherwise click "C"'),
    says(s.Repeat, "repeat {times:times}: {steps}", 'repeat 3 times: click "Next"'),
    says(s.Repeat, "repeat until {until}: {steps}", 'repeat until "End" is shown: click "Next"'),
    says(
        s.Repeat,
        "repeat up to {times:times} until {until}: {steps}",
        'repeat up to 5 times until "End" is shown: click "Next"',
    ),
    says(s.ForEach, "for each {target:every}: {steps}", 'for each row: click "Select"'),
)
DEEDS_BY_TOPIC = {
    "Going to pages": _GOING,
    "Pointing, pressing, dragging": _POINTING,
    "Fields": _FILLING,
    "Waiting and checking": _WAITING,
    "Whole actions": _WHOLE_DEEDS,
    "The browser around the page": _AROUND,
    "The network": _NETWORK,
    "Conditions and repetitions": _STRUCTURE,
}
DEEDS = tuple(row for rows in DEEDS_BY_TOPIC.values() for row in rows)
