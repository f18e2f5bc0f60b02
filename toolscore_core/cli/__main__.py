"""`python -m toolscore_core.cli`: the command line without an installed command."""

from toolscore_core.cli import main

main(prog_name="toolscore")
