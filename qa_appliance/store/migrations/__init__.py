"""The schema, as a list of functions that is only ever appended to. Applied by sqlite-utils before the server opens.

Times are ISO-8601 UTC texts with milliseconds and a Z, so that they sort as texts. JSON columns hold camelCase JSON.
Booleans are 0 and 1. Ids are UUID texts. The newest stands last in the file named after the newest.
"""

from qa_appliance.store.migrations import m001_to_m017, m018_on
from qa_appliance.store.migrations.schema import migrations

__all__ = ["m001_to_m017", "m018_on", "migrations"]
