"""The appliance for programs: `connect` in asynchronous code, `Appliance` elsewhere, and the errors both raise."""

from __future__ import annotations

from qa_appliance.client.appliance import Appliance, FinishedRun, StepOfRun
from qa_appliance.client.channel import Client, connect
from qa_appliance.client.test_data import DataOfProject
from qa_appliance.core.errors import (
    Conflict,
    Forbidden,
    Invalid,
    NotFound,
    PaymentNeeded,
    Problem,
    TooLarge,
    TooMany,
    Unauthorized,
    Unavailable,
)

__all__ = [
    "Appliance",
    "Client",
    "Conflict",
    "DataOfProject",
    "FinishedRun",
    "Forbidden",
    "Invalid",
    "NotFound",
    "PaymentNeeded",
    "Problem",
    "StepOfRun",
    "TooLarge",
    "TooMany",
    "Unauthorized",
    "Unavailable",
    "connect",
]
