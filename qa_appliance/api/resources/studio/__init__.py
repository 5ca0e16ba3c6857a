"""Writing a test on the live page: sessions, and the socket they are worked by."""
