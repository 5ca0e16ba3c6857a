"""Faults to plant into the contacts application: each a function named for what a visitor sees of it.

Runs in the applications' own environment, before the first request is served.
"""

from __future__ import annotations

import datetime
import re
from types import ModuleType

from flask import Flask, Response, request
from flask_appbuilder.security import views as security_views
from flask_appbuilder.validators import Unique
from sqlalchemy import inspect
from werkzeug.datastructures import ImmutableMultiDict
from wtforms.validators import EqualTo


def plant(name: str, app: Flask, site: ModuleType) -> None:
    globals()[name](app, site)


def greets_somebody_else(app: Flask, site: ModuleType) -> None:
    _edit_pages(app, "/", lambda text: text.replace("Ada Admin", "Vera Viewer"))


def takes_any_password(app: Flask, site: ModuleType) -> None:
    manager = app.appbuilder.sm
    manager.auth_user_db = lambda username, password: manager.find_user(username=username)


def forgets_what_is_added(app: Flask, site: ModuleType) -> None:
    site.ContactView.datamodel.add = lambda item, *rest, **more: True


def takes_nameless_contacts(app: Flask, site: ModuleType) -> None:
    @app.before_request
    def name() -> None:
        if request.path == "/contactview/add" and request.method == "POST" and not request.form.get("name"):
            request.form = ImmutableMultiDict({**request.form.to_dict(), "name": "(nobody)"})

    _edit_pages(app, "/contactview/add", lambda text: text.replace(" required", ""))


def keeps_the_old_phone(app: Flask, site: ModuleType) -> None:
    data = site.ContactView.datamodel
    edit = data.edit

    def forget(item: object, *rest: object, **more: object) -> object:
        before = inspect(item).attrs.phone.history.deleted
        item.phone = before[0] if before else item.phone
        return edit(item, *rest, **more)

    data.edit = forget


def forgets_to_delete(app: Flask, site: ModuleType) -> None:
    site.ContactView.datamodel.delete = lambda item, *rest, **more: True


def deletes_on_cancel(app: Flask, site: ModuleType) -> None:
    _run_script(
        app,
        """document.addEventListener("click", e => {
            if (e.target.matches("#modal-confirm [data-dismiss]")) document.getElementById("modal-confirm-ok").click();
        }, true);""",
    )


def ignores_filters(app: Flask, site: ModuleType) -> None:
    site.ContactView.datamodel.apply_filters = lambda query, filters: query


def ignores_the_order(app: Flask, site: ModuleType) -> None:
    data = site.ContactView.datamodel
    order = data.apply_order_by
    data.apply_order_by = lambda query, column, direction, **more: order(query, "name", "asc", **more)


def shows_the_first_page_again(app: Flask, site: ModuleType) -> None:
    data = site.ContactView.datamodel
    turn = data.apply_pagination
    data.apply_pagination = lambda query, page, page_size: turn(query, 0, page_size)


def counts_one_too_many(app: Flask, site: ModuleType) -> None:
    data = site.ContactView.datamodel
    count = data.query_count
    data.query_count = lambda *given, **more: count(*given, **more) + 1


def deletes_only_the_first(app: Flask, site: ModuleType) -> None:
    data = site.ContactView.datamodel
    data.delete_all = lambda items: data.delete(items[0])


def puts_everybody_into_family(app: Flask, site: ModuleType) -> None:
    def move(item: object) -> None:
        item.contact_group = site.ContactView.datamodel.session.query(site.ContactGroup).filter_by(name="Family").one()

    _before_adding(site, move)


def is_a_day_late(app: Flask, site: ModuleType) -> None:
    def delay(item: object) -> None:
        item.birthday += datetime.timedelta(days=1)

    _before_adding(site, delay)


def hides_the_phone(app: Flask, site: ModuleType) -> None:
    _edit_pages(app, "/contactview/show/", lambda text: re.sub(r"\d{3} 555 \d{4}", "", text))


def takes_a_name_twice(app: Flask, site: ModuleType) -> None:
    Unique.__call__ = lambda self, form, field: None


def makes_users_inactive(app: Flask, site: ModuleType) -> None:
    data = app.appbuilder.sm.user_view.datamodel
    add = data.add

    def disable(item: object, *rest: object, **more: object) -> object:
        item.active = False
        return add(item, *rest, **more)

    data.add = disable


def takes_unlike_passwords(app: Flask, site: ModuleType) -> None:
    EqualTo.__call__ = lambda self, form, field: None


def stays_signed_in(app: Flask, site: ModuleType) -> None:
    security_views.logout_user = lambda: None


def lets_everybody_in(app: Flask, site: ModuleType) -> None:
    app.appbuilder.sm.has_access = lambda *given: True


def _before_adding(site: ModuleType, change: object) -> None:
    data = site.ContactView.datamodel
    add = data.add

    def changed(item: object, *rest: object, **more: object) -> object:
        change(item)
        return add(item, *rest, **more)

    data.add = changed


def _edit_pages(app: Flask, path: str, edit: object) -> None:
    @app.after_request
    def edited(response: Response) -> Response:
        if request.path.startswith(path) and response.mimetype == "text/html":
            response.set_data(edit(response.get_data(as_text=True)))
        return response


def _run_script(app: Flask, script: str) -> None:
    _edit_pages(app, "/", lambda text: text.replace("</body>", f"<script>{script}</script></body>"))
