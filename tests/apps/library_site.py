"""A library's catalogue published by Datasette, on loopback. Runs in the applications' own environment."""

from __future__ import annotations

import argparse
import asyncio
import socket
import sqlite3
from pathlib import Path

import library_faults
import uvicorn
from datasette.app import Datasette

BOOKS = (
    ("Robinson Crusoe", "Daniel Defoe", 1719, "shelved"),
    ("Frankenstein", "Mary Shelley", 1818, "lent"),
    ("Moby Dick", "Herman Melville", 1851, "shelved"),
    ("Twenty Thousand Leagues under the Sea", "Jules Verne", 1870, "lent"),
    ("Middlemarch", "George Eliot", 1871, "shelved"),
    ("Kidnapped", "Robert Louis Stevenson", 1886, "missing"),
    ("The Sea Wolf", "Jack London", 1904, "shelved"),
    ("Orlando", "Virginia Woolf", 1928, "lent"),
    ("The Old Man and the Sea", "Ernest Hemingway", 1952, "shelved"),
    ("A Wizard of Earthsea", "Ursula K. Le Guin", 1968, "shelved"),
)


def fill(file: Path) -> None:
    with sqlite3.connect(file) as database:
        database.execute(
            "create table books (id integer primary key, title text, author text, year integer, status text)"
        )
        # backwards by author: the oldest book is not the first before it is sorted
        rows = sorted(BOOKS, key=lambda book: book[1], reverse=True)
        database.executemany("insert into books (title, author, year, status) values (?, ?, ?, ?)", rows)
        database.execute('create virtual table books_fts using fts5 (title, author, content="books", content_rowid=id)')
        database.execute("insert into books_fts (rowid, title, author) select id, title, author from books")
    database.close()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--fault")
    arguments = parser.parse_args()
    file = arguments.folder / "library.db"
    fill(file)
    app = Datasette([str(file)]).app()
    if arguments.fault:
        app = library_faults.planted(arguments.fault, app)
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="on"))
    asyncio.run(server.serve(sockets=[listener]))


if __name__ == "__main__":
    main()
