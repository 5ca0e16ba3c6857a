"""What speaks to an S3-compatible bucket. Loaded with the first use only: the library takes a while, and memory.

Whatever goes wrong is `Unavailable` in a sentence that holds no key, and nothing of what the other end answered but the
name of its refusal.
"""

from __future__ import annotations

import hashlib
import io
import re
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import urllib3
from minio import Minio
from minio.error import MinioException, S3Error

from qa_appliance.browser.egress.guard import Decision
from qa_appliance.core.errors import Unavailable
from qa_appliance.settings.backup import Bucket
from qa_appliance.trust import trusting

_CHUNK = 1 << 20
_TIMEOUT = urllib3.Timeout(connect=10, read=60)
_RETRIES = urllib3.Retry(total=2, backoff_factor=0.5, status_forcelist=[500, 502, 503, 504], redirect=0)
_CODE = re.compile("[A-Za-z.]{1,80}")
_ANOTHER_TONGUE = (MinioException, ValueError, SyntaxError)  # no XML, or one that lacks what S3 says in it
_NO_SUCH_KEY = "it does not know the access key (--backup-bucket-access-key)"
_REFUSALS = {
    "NoSuchBucket": "it has no bucket of this name (--backup-bucket-name)",
    "InvalidAccessKeyId": _NO_SUCH_KEY,
    "InvalidClientTokenId": _NO_SUCH_KEY,
    "SignatureDoesNotMatch": "the secret key is not that of the access key (--backup-bucket-secret-key-file)",
    "AccessDenied": "the access key may not do this; it has to list, write, read and delete there",
    "RequestTimeTooSkewed": "its clock and that of this machine differ",
    "AuthorizationHeaderMalformed": "the bucket is in another region (--backup-bucket-region)",
    "PermanentRedirect": "the bucket is in another region (--backup-bucket-region)",
    "NoSuchKey": "what is to be read is not there any more",
    "QuotaExceeded": "there is no room left for it",
}


class Client:
    """Blocking. `proxy` is the way out, `refused` what was turned down or not reached on it. Names are those behind
    the prefix, which all of them have.
    """

    def __init__(self, bucket: Bucket, authorities: str, proxy: str, refused: list[Decision]) -> None:
        address = urlsplit(bucket.endpoint or "")
        self._where = f"The bucket {bucket.name} at {address.netloc}"
        self._bucket, self._refused = bucket.name or "", refused
        self._prefix = f"{bucket.prefix.strip('/')}/" if bucket.prefix else ""
        with self._telling():
            self._client = Minio(
                address.netloc,
                bucket.access_key,
                bucket.secret_key,
                secure=address.scheme == "https",
                region=bucket.region,
                http_client=urllib3.ProxyManager(
                    proxy, timeout=_TIMEOUT, retries=_RETRIES, ssl_context=trusting(authorities, public=True)
                ),
            )

    def sizes(self) -> dict[str, int]:
        """Of what lies there, by its name."""
        with self._telling():
            found = self._client.list_objects(self._bucket, prefix=self._prefix)
            return {each.object_name.removeprefix(self._prefix): each.size or 0 for each in found if each.object_name}

    def put(self, name: str, file: Path) -> None:
        """In parts where it is large; of one that is broken off nothing is there by this name."""
        with self._telling():
            self._client.fput_object(self._bucket, self._prefix + name, str(file), num_parallel_uploads=1)

    def abort_uploads(self, ours: Callable[[str], bool]) -> None:
        """What uploads left that were killed midway: the service keeps, and charges for, their parts for ever."""
        with self._telling():
            found = self._client._list_multipart_uploads(self._bucket, prefix=self._prefix)  # the library has no other
            for each in found.uploads:
                if each.object_name and each.upload_id and ours(each.object_name.removeprefix(self._prefix)):
                    self._client._abort_multipart_upload(self._bucket, each.object_name, each.upload_id)

    def put_text(self, name: str, text: str) -> None:
        content = text.encode()
        with self._telling():
            self._client.put_object(self._bucket, self._prefix + name, io.BytesIO(content), len(content))

    def digest(self, name: str) -> str:
        """SHA-256 of what is read back."""
        digest = hashlib.sha256()
        for piece in self._content(name):
            digest.update(piece)
        return digest.hexdigest()

    def text(self, name: str, most_bytes: int) -> str:
        return next(self._content(name, most_bytes), b"").decode(errors="replace")

    def get(self, name: str, to: Path) -> None:
        with to.open("xb") as file:
            for piece in self._content(name):
                file.write(piece)

    def remove(self, name: str) -> None:
        with self._telling():
            self._client.remove_object(self._bucket, self._prefix + name)

    def _content(self, name: str, chunk: int = _CHUNK) -> Iterator[bytes]:
        with self._telling():
            answer = self._client.get_object(self._bucket, self._prefix + name)
            try:
                yield from answer.stream(chunk)
            finally:
                answer.close()
                answer.release_conn()

    @contextmanager
    def _telling(self) -> Iterator[None]:
        self._refused.clear()
        try:
            yield
        except S3Error as error:
            raise Unavailable(f"{self._where} cannot be used: {self._named(error.code)}.") from error
        except (*_ANOTHER_TONGUE, urllib3.exceptions.HTTPError) as error:
            raise Unavailable(self._refused[-1].reason if self._refused else self._why(error)) from error

    def _named(self, code: str | None) -> str:
        if code in _REFUSALS:
            return _REFUSALS[code]
        return f"it refuses with {code}" if code and _CODE.fullmatch(code) else "it refuses, and does not say why"

    def _why(self, error: Exception) -> str:
        if isinstance(error, _ANOTHER_TONGUE):
            return f"{self._where} cannot be used: what answers there does not speak as S3 does."
        reason = getattr(error, "reason", None)
        if isinstance(reason, urllib3.exceptions.SSLError):
            untrusted = any(isinstance(each, ssl.SSLCertVerificationError) for each in reason.args)
            why = "its certificate is not trusted (--authorities)" if untrusted else "what answers there speaks no TLS"
            return f"{self._where} cannot be used: {why}."
        return f"{self._where} cannot be used: the connection broke off ({type(reason or error).__name__})."
