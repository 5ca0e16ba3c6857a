"""Where a plan comes from: plain English, a saved procedure, a model."""
