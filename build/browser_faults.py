"""Writes what is known of versions of Chromium (faults.json) from Debian's changelog of its chromium package.

`make faults`, on a Debian whose chromium is up to date. The versions, days and faults are Debian's; it rates no fault.
The browser that ships is added with the day its package was published, by npm's word.
"""

from __future__ import annotations

import gzip
import re
import subprocess
import sys
import tomllib
from datetime import date
from email.utils import parsedate_to_datetime
from pathlib import Path

import msgspec

from qa_appliance.browser.process.choice import read_version
from qa_appliance.browser.process.embedded import packed_browser, unpack
from qa_appliance.browser.process.standing import FORMAT, SHIPPED, Fault, Known, Release

PINS = Path(__file__).with_name("third_party.toml")
CHANGELOG = Path("/usr/share/doc/chromium/changelog.Debian.gz")
PACKAGE = "@sparticuz/chromium"
MAJORS = 4  # how many before the one that ships are listed too
ENTRY = re.compile(r"^chromium \((?P<version>[\d.]+)-\S+\) .*?^ -- .*?>  (?P<day>.*?)$", re.MULTILINE | re.DOTALL)
FAULT = re.compile(r"- (CVE-\d+-\d+): (.*?)(?=\n\s*- |\n\s*\n|\n\s*\[|\n  \*|\Z)", re.DOTALL)
REPORTED = re.compile(r"\.?\s+Reported\s+by.*", re.DOTALL)


def releases(changelog: str, oldest: int) -> list[Release]:
    """Newest first. An entry that only packages a version anew belongs to that version, which is of its first day."""
    found: dict[str, tuple[date, dict[str, Fault]]] = {}
    for entry in ENTRY.finditer(changelog):
        version = entry["version"]
        if version.count(".") != 3 or int(version.partition(".")[0]) < oldest:
            continue
        when = parsedate_to_datetime(entry["day"]).date()
        _, faults = found.get(version, (when, {}))
        for name, words in FAULT.findall(entry[0]):
            what = " ".join(REPORTED.sub("", words).split()).rstrip(".")
            faults[name] = Fault(name, what=what[:200])
        found[version] = when, faults
    return [Release(version, when, tuple(faults.values())) for version, (when, faults) in found.items()]


def shipped() -> Release:
    pinned = {each["name"]: each["version"] for each in tomllib.loads(PINS.read_text())["package"]}[PACKAGE]
    done = subprocess.run(["npm", "view", PACKAGE, "time", "--json"], capture_output=True, check=True)
    published = msgspec.json.decode(done.stdout, type=dict[str, str])[pinned]
    packed = packed_browser()
    assert packed is not None
    ready = unpack(packed)
    return Release(read_version(ready.executable, ready.env), date.fromisoformat(published[:10]))


def main() -> None:
    changelog = Path(sys.argv[1]) if len(sys.argv) > 1 else CHANGELOG
    own = shipped()
    text = gzip.decompress(changelog.read_bytes()).decode()
    found = releases(text, int(own.version.partition(".")[0]) - MAJORS)
    if own.version not in {each.version for each in found}:
        found.append(own)
    newest = re.search(r"^chromium \((\S+)\)", text, re.MULTILINE)
    as_of = max(each.date for each in found)
    known = Known(FORMAT, as_of, f"Debian's changelog of chromium {newest[1] if newest else ''}".strip(), tuple(found))
    SHIPPED.write_bytes(msgspec.json.format(msgspec.json.encode(known), indent=1) + b"\n")
    print(f"{len(found)} versions, {sum(len(each.faults) for each in found)} faults, as of {as_of}.")


if __name__ == "__main__":
    main()
