"""One module a verb of the command line: `add` names its arguments, `run` does it."""
