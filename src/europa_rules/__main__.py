"""`python -m europa_rules` is the command line `europa`."""

from europa_rules.cli import main

main()
