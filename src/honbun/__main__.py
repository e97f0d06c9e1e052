"""`python -m honbun`: the command line."""

from honbun.cli import main

if __name__ == "__main__":
    main(prog_name="honbun")
