"""Single faults planted in the core, each of which some test must find (see __main__)."""
