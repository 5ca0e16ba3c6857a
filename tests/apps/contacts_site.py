"""A contacts application on Flask-AppBuilder, served on loopback. Runs in the applications' own environment."""

from __future__ import annotations

import argparse
import datetime
import sys
from pathlib import Path

import contacts_faults
from flask import Flask
from flask_appbuilder import AppBuilder, Model, ModelView
from flask_appbuilder.actions import action
from flask_appbuilder.models.sqla.interface import SQLAInterface
from flask_appbuilder.utils.legacy import get_sqla_class
from sqlalchemy import Column, Date, ForeignKey, Integer, String
from sqlalchemy.orm import relationship
from werkzeug.serving import make_server as make_threaded_server

PEOPLE = (
    ("Ada Lovelace", "London", "020 7946 0101", "1815-12-10", "Family"),
    ("Alan Turing", "Wilmslow", "01625 555 102", "1912-06-23", "Work"),
    ("Charles Babbage", "London", "020 7946 0103", "1791-12-26", "Work"),
    ("Edsger Dijkstra", "Nuenen", "040 555 0104", "1930-05-11", "Work"),
    ("Grace Hopper", "New York", "212 555 0105", "1906-12-09", "Friends"),
    ("Hedy Lamarr", "Vienna", "01 555 0106", "1914-11-09", "Friends"),
    ("Joan Clarke", "Oxford", "01865 555 107", "1917-06-24", "Work"),
    ("John Backus", "Philadelphia", "215 555 0108", "1924-12-03", "Work"),
    ("Katherine Johnson", "Hampton", "757 555 0109", "1918-08-26", "Friends"),
    ("Margaret Hamilton", "Paoli", "610 555 0110", "1936-08-17", "Family"),
    ("Mary Jackson", "Hampton", "757 555 0111", "1921-04-09", "Friends"),
    ("Tim Berners-Lee", "London", "020 7946 0112", "1955-06-08", "Work"),
)


class ContactGroup(Model):
    __tablename__ = "contact_group"
    id = Column(Integer, primary_key=True)
    name = Column(String(50), unique=True, nullable=False)

    def __repr__(self):
        return self.name


class Contact(Model):
    __tablename__ = "contact"
    id = Column(Integer, primary_key=True)
    name = Column(String(150), unique=True, nullable=False)
    city = Column(String(100))
    phone = Column(String(30))
    birthday = Column(Date)
    contact_group_id = Column(Integer, ForeignKey("contact_group.id"), nullable=False)
    contact_group = relationship("ContactGroup")

    def __repr__(self):
        return self.name


class ContactView(ModelView):
    datamodel = SQLAInterface(Contact)
    list_columns = ("name", "city", "phone", "birthday", "contact_group")
    show_fieldsets = (
        ("Summary", {"fields": ["name", "contact_group"]}),
        ("Personal", {"fields": ["city", "phone", "birthday"], "expanded": True}),
    )
    add_columns = edit_columns = ("name", "city", "phone", "birthday", "contact_group")
    search_columns = ("name", "city", "birthday", "contact_group")
    base_order = ("name", "asc")
    page_size = 10

    @action("muldelete", "Delete", "Delete all really?", "fa-trash", single=False)
    def muldelete(self, items):
        self.datamodel.delete_all(items)
        self.update_redirect()
        return self.post_delete_redirect()


class GroupView(ModelView):
    datamodel = SQLAInterface(ContactGroup)
    list_columns = ("name",)


def create_app(folder: Path) -> Flask:
    app = Flask(__name__, static_folder=None)
    app.config.update(
        SECRET_KEY="only on loopback, only for this test",
        SQLALCHEMY_DATABASE_URI=f"sqlite:///{folder / 'contacts.db'}",
        WTF_CSRF_ENABLED=True,
        AUTH_TYPE=1,
        APP_NAME="Address book",
        RATELIMIT_ENABLED=False,
    )
    database = get_sqla_class()()
    database.init_app(app)
    with app.app_context():
        builder = AppBuilder(app, database.session)
        builder.add_view(ContactView, "List Contacts", icon="fa-envelope", category="Contacts")
        builder.add_view(GroupView, "List Groups", icon="fa-folder-open-o", category="Contacts")
        Model.metadata.create_all(database.engine)
        groups = {name: ContactGroup(name=name) for name in ("Family", "Friends", "Work")}
        for name, city, phone, birthday, group in PEOPLE:
            born = datetime.date.fromisoformat(birthday)
            database.session.add(Contact(name=name, city=city, phone=phone, birthday=born, contact_group=groups[group]))
        database.session.commit()
        security = builder.sm
        security.add_user("admin", "Ada", "Admin", "admin@example.test", security.find_role("Admin"), "swordfish")
        security.add_user("vera", "Vera", "Viewer", "vera@example.test", security.find_role("Public"), "look-only")
    return app


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--fault")
    arguments = parser.parse_args()
    app = create_app(arguments.folder)
    if arguments.fault:
        contacts_faults.plant(arguments.fault, app, sys.modules[__name__])
    server = make_threaded_server("127.0.0.1", 0, app, threaded=True)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
