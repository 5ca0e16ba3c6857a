"""A model as a file: llama.cpp's server in a process of its own, for as long as it is asked."""
