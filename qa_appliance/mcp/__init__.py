"""The appliance as tools of a coding assistant (Model Context Protocol). Goes through the HTTP API, like anybody."""
