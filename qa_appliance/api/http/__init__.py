"""What holds for every route: who asks, how much, bodies in, errors out, the description of the API."""
