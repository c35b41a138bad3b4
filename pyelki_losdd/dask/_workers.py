"""Java on Dask's workers: one in each process, started before the first task."""

from __future__ import annotations

from typing import Any

from distributed import Client, Worker, WorkerPlugin

from .._java import jvm

__all__ = ["JavaOnWorkers", "prepare_workers"]

#: The part of a worker's memory that Java's heap may take: chunks and numpy need the rest.
SHARE = 0.4

#: Megabytes that Java needs at least.
LEAST = 64


class JavaOnWorkers(WorkerPlugin):
    """Start Java in each worker process, with a heap that is a part of the worker's memory.

    :class:`DaskLOSDDEnsemble` does this by itself. Register it before to choose other settings, as
    Java cannot be restarted: ``client.register_plugin(JavaOnWorkers(memory="2g"))``. Workers that
    join later start Java, too. They must not be forks of a process that runs Java; Dask's own
    (``LocalCluster``, ``dask worker``) are not.

    Parameters
    ----------
    memory : str or int, optional
        Java's largest heap, as in :func:`pyelki_losdd.configure`. By default, 40 % of the worker's
        memory limit.
    **settings
        More arguments of :func:`pyelki_losdd.configure`.
    """

    name = "pyelki-losdd-java"

    def __init__(self, memory: str | int | None = None, **settings: Any) -> None:
        self.memory = memory
        self.settings = settings

    def setup(self, worker: Worker) -> None:
        """Start Java; Dask calls this when the worker starts.

        Parameters
        ----------
        worker : distributed.Worker
            The worker.
        """
        if jvm.started():  # workers that are threads share one process
            return
        memory = self.memory
        limit = worker.memory_manager.memory_limit
        if memory is None and limit:
            memory = max(LEAST, int(SHARE * limit) >> 20)
        jvm.configure(memory=memory, **self.settings)
        jvm.start()


def prepare_workers(client: Client) -> None:
    """Have Java on all workers, those that join later included.

    Parameters
    ----------
    client : distributed.Client
        Whose workers.
    """

    def is_registered(dask_scheduler: Any) -> bool:
        return JavaOnWorkers.name in dask_scheduler.worker_plugins

    if not client.run_on_scheduler(is_registered):
        client.register_plugin(JavaOnWorkers())
