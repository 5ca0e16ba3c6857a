"""The words and the pure rules of the product. Nothing here does I/O or knows a framework."""
