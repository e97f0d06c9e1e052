"""What the robot does unless it is told otherwise, where the command line can see it without loading the robot."""

# Seconds between two requests to one host, unless it asks for more.
DELAY = 1.0
