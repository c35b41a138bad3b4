"""Outliers of data in chunks, on many processes or machines: ``pip install pyelki-losdd[dask]``.

>>> from dask.distributed import Client  # doctest: +SKIP
>>> from pyelki_losdd.dask import DaskLOSDDEnsemble  # doctest: +SKIP
>>> client = Client()  # doctest: +SKIP
>>> detector = DaskLOSDDEnsemble().fit(X)  # a dask array or dataframe  # doctest: +SKIP
>>> detector.predict(X).compute()  # doctest: +SKIP

The models are trained on the workers, and rows are scored where they are. Scores are those of
:func:`pyelki_losdd.detect` with the same seed, however the data are divided.
"""

try:
    import dask  # noqa: F401
    import distributed  # noqa: F401
except ImportError as error:
    raise ImportError(
        "pyelki_losdd.dask needs Dask: pip install 'dask[array,dataframe]' distributed, or pip "
        "install pyelki-losdd[dask]."
    ) from error

from ._estimator import DaskLOSDDEnsemble
from ._workers import JavaOnWorkers

__all__ = ["DaskLOSDDEnsemble", "JavaOnWorkers"]
