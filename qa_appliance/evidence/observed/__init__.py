"""What happens beside the picture: network, console, accessibility, timings, downloads, trace."""
