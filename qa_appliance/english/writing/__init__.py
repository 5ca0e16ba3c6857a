"""Steps as sentences: what was made elsewhere, in words the grammar reads to the same steps."""
