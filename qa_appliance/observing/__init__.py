"""What is told of the appliance at work to those who watch over it: whose a line of the log is, and traces."""
