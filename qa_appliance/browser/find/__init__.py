"""From words to the one element meant: scope, ladder, reasons; healing and what was there instead."""
