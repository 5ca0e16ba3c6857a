"""What stays of runs of the command line: their evidence in a folder, and a file for pipelines."""
