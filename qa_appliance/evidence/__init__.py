"""What a run leaves behind: taken, redacted, sized and filed here, and only here."""
