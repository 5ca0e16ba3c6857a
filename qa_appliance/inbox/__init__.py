"""Mail that applications under test send: taken on loopback, kept for a while, shown to the runs of its project."""
