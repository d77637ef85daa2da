"""
Studies: many configurations on the same walls, in a folder that survives whatever happens.

A study is defined in a TOML file and lives in a folder. `Study.run` plays what is missing, on
threads, processes, a Dask cluster or Ray; what it found are exact sums, so that it does not matter
what was played where. docs/studies.md tells how to use it.
"""

from xuezhan.studies.compare import Comparison, Paired, confidence_sequence
from xuezhan.studies.definition import Configuration, Definition, StudyError
from xuezhan.studies.study import Status, Study

__all__ = [
    "Comparison",
    "Configuration",
    "Definition",
    "Paired",
    "Status",
    "Study",
    "StudyError",
    "confidence_sequence",
]
