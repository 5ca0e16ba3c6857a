"""An S3 service over HTTP, as far as copies of backups need one: it verifies signatures, and does wrong when told."""

from __future__ import annotations

import hashlib
import hmac
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

ACCESS, SECRET, BUCKET = "AKIATEST", "a very secret key", "backups"


class Service:
    """`objects` by their names. `wrong` is asked before each request is answered, with its method and name:

    a code is answered as a refusal, "cut" breaks the connection off, "damage" changes a byte of what is read.
    """

    def __init__(self) -> None:
        self.objects: dict[str, bytes] = {}
        self.parts: dict[str, dict[int, bytes]] = {}
        self.asked: list[tuple[str, str]] = []
        self.by_proxy: list[tuple[str, str]] = []  # the host, where it was asked as a proxy is, and by whom
        self.wrong: Callable[[str, str], str | None] = lambda method, name: None
        self.url = ""

    @contextmanager
    def open(self) -> Iterator[Service]:
        service = self

        class Handler(_Handler):
            here = service

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        self.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield self
        finally:
            server.shutdown()
            server.server_close()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    here: Service
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Nothing is written."""

    def _answer(self, status: int, body: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _refuse(self, code: str, status: int = 403) -> None:
        xml = f"<Error><Code>{code}</Code><Message>x</Message><Resource>/</Resource></Error>"
        self._answer(status, xml.encode(), **{"Content-Type": "application/xml"})

    def _do(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        address = urlsplit(self.path)
        bucket, _, name = unquote(address.path.lstrip("/")).partition("/")
        query = parse_qs(address.query, keep_blank_values=True)
        self.here.asked.append((self.command, name))
        self.here.by_proxy.append((address.netloc, self.headers.get("Proxy-Authorization", "")))
        if refusal := self._signed_wrong(body):
            self._refuse(refusal)
        elif bucket != BUCKET:
            self._refuse("NoSuchBucket", 404)
        elif wrong := self.here.wrong(self.command, name):
            self._do_wrong(wrong, name)
        elif not name and "uploads" in query:
            self._list_uploads(query["prefix"][0])
        elif not name:
            self._list("location" in query, query.get("prefix", [""])[0])
        else:
            self._object(name, query, body)

    def _do_wrong(self, wrong: str, name: str) -> None:
        if wrong == "damage":
            content = self.here.objects[name]
            self._answer(200, bytes([content[0] ^ 1]) + content[1:], ETag='"x"', **_DATED)
        elif wrong == "cut":
            self.send_response(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            self.wfile.write(b"half")
            self.close_connection = True
        elif wrong == "other xml":
            self._answer(200, b"<feed><secret/></feed>")
        elif wrong == "page":
            self._answer(200, b"<html>It works!</html>", **{"Content-Type": "text/html"})
        else:
            self._refuse(wrong)

    def _list(self, location: bool, prefix: str) -> None:
        if location:
            self._answer(200, b'<LocationConstraint xmlns="http://s3.amazonaws.com/doc/2006-03-01/"/>')
            return
        found = "".join(
            f"<Contents><Key>{name}</Key><Size>{len(content)}</Size></Contents>"
            for name, content in sorted(self.here.objects.items())
            if name.startswith(prefix)
        )
        self._answer(
            200,
            f"<ListBucketResult><Name>{BUCKET}</Name><IsTruncated>false</IsTruncated>{found}</ListBucketResult>".encode(),
        )

    def _list_uploads(self, prefix: str) -> None:
        found = "".join(
            f"<Upload><Key>{name}</Key><UploadId>{name}</UploadId></Upload>"
            for name in self.here.parts
            if name.startswith(prefix)
        )
        self._answer(200, f"<ListMultipartUploadsResult>{found}</ListMultipartUploadsResult>".encode())

    def _object(self, name: str, query: dict[str, list[str]], body: bytes) -> None:
        here, upload = self.here, query.get("uploadId", [""])[0]
        if self.command == "PUT" and upload:
            here.parts[upload][int(query["partNumber"][0])] = body
            self._answer(200, ETag=f'"{hashlib.md5(body).hexdigest()}"')
        elif self.command == "PUT":
            here.objects[name] = body
            self._answer(200, ETag=f'"{hashlib.md5(body).hexdigest()}"')
        elif self.command == "POST" and "uploads" in query:
            here.parts[name] = {}
            xml = f"<InitiateMultipartUploadResult><UploadId>{name}</UploadId></InitiateMultipartUploadResult>"
            self._answer(200, xml.encode())
        elif self.command == "POST":
            here.objects[name] = b"".join(part for _, part in sorted(here.parts.pop(upload).items()))
            xml = f"<CompleteMultipartUploadResult><Bucket>{BUCKET}</Bucket><Key>{name}</Key><ETag>x</ETag>"
            self._answer(200, f"{xml}</CompleteMultipartUploadResult>".encode())
        elif self.command == "DELETE":
            (here.parts if upload else here.objects).pop(upload or name, None)
            self._answer(204)
        elif name in here.objects:
            self._answer(200, here.objects[name], ETag='"x"', **_DATED)
        else:
            self._refuse("NoSuchKey", 404)

    do_GET = do_PUT = do_POST = do_DELETE = _do

    def _signed_wrong(self, body: bytes) -> str | None:
        """By version 4 of Amazon's signatures."""
        scheme, _, fields = self.headers.get("Authorization", "").partition(" ")
        given = dict(field.strip().split("=", 1) for field in fields.split(",") if "=" in field)
        access, *scope = given.get("Credential", "").split("/")
        if scheme != "AWS4-HMAC-SHA256" or access != ACCESS:
            return "InvalidAccessKeyId"
        address, digest = urlsplit(self.path), self.headers["x-amz-content-sha256"]
        names = given["SignedHeaders"].split(";")
        head = "".join(f"{name}:{' '.join((self.headers[name] or '').split())}\n" for name in names)
        asked = [self.command, address.path, "&".join(sorted(address.query.split("&"))), head, ";".join(names), digest]
        canonical = hashlib.sha256("\n".join(asked).encode()).hexdigest()
        key = f"AWS4{SECRET}".encode()
        for part in scope:
            key = hmac.digest(key, part.encode(), "sha256")
        text = "\n".join([scheme, self.headers["x-amz-date"], "/".join(scope), canonical])
        right = hmac.digest(key, text.encode(), "sha256").hex()
        if not hmac.compare_digest(right, given["Signature"]):
            return "SignatureDoesNotMatch"
        whole = digest == "UNSIGNED-PAYLOAD" or digest == hashlib.sha256(body).hexdigest()
        return None if whole else "XAmzContentSHA256Mismatch"


_DATED = {"Last-Modified": formatdate(0, usegmt=True)}
