"""
Where parts are played: one way to call them all, joblib.

`threads` (the default), `processes` (loky), `dask` (a cluster of any size, by the address of its
scheduler) and `ray`. Each is an extra of its own. A worker that dies takes its parts with it; they
are simply handed out again.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack
from typing import Any

from xuezhan.checks import no_such
from xuezhan.extras import need
from xuezhan.studies.definition import StudyError

__all__ = ["BACKENDS", "LostWorker", "Pool"]

BACKENDS = ("threads", "processes", "dask", "ray")
_JOBLIB = {"threads": "threading", "processes": "loky", "dask": "dask", "ray": "ray"}


class LostWorker(Exception):
    """A worker died; what it was doing is to be done again."""


class Pool:
    """
    Workers of one backend.

    workers   how many parts are played at once; None: as many as there are processors, or as the
              cluster has
    address   of the Dask scheduler (`tcp://…`) or the Ray cluster; None starts one here
    """

    def __init__(
        self, backend: str = "threads", workers: int | None = None, address: str | None = None
    ) -> None:
        if backend not in BACKENDS:
            raise ValueError(no_such("backend", backend, BACKENDS))
        if address is not None and backend not in ("dask", "ray"):
            raise ValueError(f"{backend} has no address")
        self.backend = backend
        self._stack = ExitStack()
        self._joblib = need("joblib", "studies", "a study")
        if backend == "dask":
            client = need("distributed", "dask", "the backend dask").Client(
                address, **({} if address else {"n_workers": workers or None, "processes": True})
            )
            self._stack.enter_context(client)
            self.workers = workers or max(1, sum(client.nthreads().values()))
        elif backend == "ray":
            ray = need("ray", "ray", "the backend ray")
            need("ray.util.joblib", "ray", "the backend ray").register_ray()
            if not ray.is_initialized():
                ray.init(
                    address,
                    **({} if address else {"num_cpus": workers}),
                    include_dashboard=None if address else False,
                    log_to_driver=False,
                    configure_logging=False,
                )
                self._stack.callback(ray.shutdown)
            self.workers = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        else:
            self.workers = workers or self._joblib.cpu_count()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def run(
        self, function: Callable[..., Any], arguments: Iterable[tuple[Any, ...]]
    ) -> Generator[Any]:
        """
        Call the function for every tuple of arguments; results as they come.

        Raises `LostWorker` where a worker died; the results that had come before stand.
        """
        joblib = self._joblib
        calls = (joblib.delayed(function)(*given) for given in arguments)
        lazily = self.backend != "ray"  # Ray's pool gives all results together
        try:
            with joblib.parallel_config(_JOBLIB[self.backend], n_jobs=self.workers):
                parallel = joblib.Parallel(
                    pre_dispatch=2 * self.workers,
                    batch_size=1,
                    return_as="generator_unordered" if lazily else "list",
                )
                results = parallel(calls)
                try:
                    for result in results:  # noqa: UP028 (`yield from` would close it by itself)
                        yield result
                finally:
                    if lazily:
                        with warnings.catch_warnings():  # it says that work under way is given up
                            warnings.simplefilter("ignore", UserWarning)
                            results.close()
        except Exception as error:
            if _is_a_loss(error):
                raise LostWorker(str(error)) from error
            raise


def _is_a_loss(error: BaseException) -> bool:
    """Whether a worker died, by the names that the backends give to it."""
    names = {
        "TerminatedWorkerError",
        "BrokenProcessPool",
        "KilledWorker",
        "RayActorError",
        "ActorDiedError",
        "WorkerCrashedError",
        "ActorUnavailableError",
    }
    return any(kind.__name__ in names for kind in type(error).__mro__)


def checked_workers(workers: int | None) -> int | None:
    """A number of workers, or None for as many as there are."""
    if workers is not None and (isinstance(workers, bool) or workers < 1):
        raise StudyError(f"workers is {workers!r}; it must be at least 1")
    return workers
