"""What a page holds, taken in one look: scripts that run beside the page, and the nodes they answer with."""
