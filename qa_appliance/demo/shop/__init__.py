"""Lumen & Oak, the demo shop: a small real web shop to run tests on, with bugs that can be planted. Sells nothing."""

from qa_appliance.demo.shop.app import create_shop
from qa_appliance.demo.shop.bugs import BUGS

__all__ = ["BUGS", "create_shop"]
