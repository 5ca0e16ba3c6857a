"""What is seen: screenshots, film, live frames, comparisons."""
