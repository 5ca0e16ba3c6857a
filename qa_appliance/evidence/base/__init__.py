"""What all evidence shares: redaction, time, options, drawing."""
