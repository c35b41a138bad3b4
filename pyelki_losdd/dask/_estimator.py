"""The detector: as LOSDDEnsemble, on data of Dask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import dask.array as da
import dask.dataframe as dd
import numpy as np
from distributed import Client, get_client
from sklearn.utils.validation import check_is_fitted

from .._detect import check_arguments, detect, ensemble_options
from .._detectors import check_contamination, documented, function_arguments
from .._estimators import EnsembleDetector, LOSDDEnsemble
from ._blocks import Blocks, as_collection, is_collection, whole_rows
from ._learning import Scores, learn
from ._workers import prepare_workers

__all__ = ["DaskLOSDDEnsemble"]


class _OnDask(EnsembleDetector):
    """What is particular about the ensemble on data of Dask.

    Parameters
    ----------
    client : distributed.Client, optional
        Where the work is done; by default, the current one.
    contamination : "auto" or float, default="auto"
        How many training rows are outliers: a share above 0 and at most 0.5, or ``"auto"``: those
        that stand out (see :meth:`pyelki_losdd.Detection.labels`).

    Attributes
    ----------
    client_ : distributed.Client
        Where the work was done.
    model_ : Ensemble
        The trained models, as plain arrays.
    offset_ : float
        The line between inliers and outliers:
        ``decision_function(X) = score_samples(X) - offset_``.
    n_rows_ : int
        The number of rows in `fit`.
    n_features_in_ : int
        The number of columns in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if X was a dataframe with names that are all strings.

    Notes
    -----
    The rows are read several times: three times to draw the samples (more often with tens of
    millions of rows), and once for their scores, from which the line is drawn. If the cluster's
    memory suffices, call ``X = X.persist()`` first; otherwise, each pass computes the chunks anew.
    Chunks must not be larger than what a worker can hold several times.

    The models and the line are the same for any division into chunks and any number of workers,
    and the same as those of :class:`pyelki_losdd.LOSDDEnsemble` with the same seed. If a worker is
    lost, Dask computes its part again elsewhere.

    `n_jobs` is ignored: each task uses one thread, and Dask runs as many as the workers have.

    See Also
    --------
    pyelki_losdd.LOSDDEnsemble : The same in one process.
    pyelki_losdd.dask.JavaOnWorkers : Settings of Java on the workers.
    """

    def __init__(
        self,
        client: Client | None = None,
        *,
        n_estimators: int = 24,
        max_samples: int = 128,
        b: int = 10,
        R: int | float | None = None,
        kernel: str | None = None,
        gamma: str | float = "silverman",
        nu: float = 0.2,
        degree: int = 2,
        coef0: float = 1.0,
        standardize: bool = True,
        solver: Literal["auto", "exact", "smo", "port"] = "auto",
        tol: float = 1e-3,
        random_state: int | np.random.RandomState | None = 0,
        n_jobs: int | None = -1,
        cache_mb: int | None = None,
        progress: bool | None = None,
        kernel_options: Mapping[str, Any] | None = None,
        contamination: Literal["auto"] | float = "auto",
    ) -> None:
        super().__init__(
            n_estimators=n_estimators,
            max_samples=max_samples,
            b=b,
            R=R,
            kernel=kernel,
            gamma=gamma,
            nu=nu,
            degree=degree,
            coef0=coef0,
            standardize=standardize,
            solver=solver,
            tol=tol,
            random_state=random_state,
            n_jobs=n_jobs,
            cache_mb=cache_mb,
            progress=progress,
            kernel_options=kernel_options,
            contamination=contamination,
        )
        self.client = client


@documented(detect)
class DaskLOSDDEnsemble(_OnDask):
    """LOSDDEnsemble for dask arrays and dataframes: training and scoring on the workers.

    Examples
    --------
    >>> import dask.array as da
    >>> from dask.distributed import Client
    >>> from pyelki_losdd.dask import DaskLOSDDEnsemble
    >>> client = Client(n_workers=2)  # doctest: +SKIP
    >>> X = da.random.normal(size=(1_000_000, 10), chunks=(100_000, 10))
    >>> detector = DaskLOSDDEnsemble().fit(X)  # doctest: +SKIP
    >>> detector.predict(X)  # computed when it is asked for  # doctest: +SKIP
    dask.array<predict, shape=(1000000,), dtype=int64, chunksize=(100000,), chunktype=numpy.ndarray>
    """

    def fit(self, X: Any, y: Any = None) -> DaskLOSDDEnsemble:
        """Train the models on the workers.

        Parameters
        ----------
        X : dask array or dask dataframe of shape (n_samples, n_features)
            The training data, at least 3 rows; the numbers of rows in the chunks need not be known.
            Arrays and DataFrames of this machine are divided among the workers.
        y : None
            Ignored; scikit-learn's tools pass it.

        Returns
        -------
        self
            The fitted detector.
        """
        share = check_contamination(self.contamination)
        given = check_arguments(function_arguments(self, "detect") | {"contamination": share})
        if given["kernel"] == "precomputed":
            raise ValueError(
                "kernel='precomputed': a kernel matrix has a row and a column for each row of the "
                "data, which are in different chunks; use LOSDDEnsemble, or another kernel."
            )
        self.client_ = get_client() if self.client is None else self.client
        prepare_workers(self.client_)
        blocks = Blocks.of(as_collection(X, len(self.client_.ncores()) or 1))
        self.n_features_in_ = blocks.width
        if blocks.columns is not None:
            self.feature_names_in_ = np.asarray(blocks.columns, dtype=object)
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_
        self.model_ = learn(self.client_, blocks, ensemble_options(given))
        scores = Scores(self.client_, blocks, self.model_)
        self.n_rows_ = scores.count
        if share is None:
            self.offset_ = -scores.threshold()
        else:
            beyond = max(1, round(share * self.n_rows_))
            self.offset_ = -scores.ranked(self.n_rows_ - 1 - beyond)[0]
        return self

    def fit_predict(self, X: Any, y: Any = None) -> Any:
        """Find the outliers in X.

        Parameters
        ----------
        X : dask array or dask dataframe of shape (n_samples, n_features)
            The data, as for `fit`.
        y : None
            Ignored; scikit-learn's tools pass it.

        Returns
        -------
        dask array or series of shape (n_samples,)
            -1 for outliers, 1 for the others; see `predict`.
        """
        return self.fit(X).predict(X)

    def score_samples(self, X: Any) -> Any:
        """Score rows where they are, once the scores are asked for.

        Rows of the training data have the scores that they had there.

        Parameters
        ----------
        X : dask array or dask dataframe of shape (n_samples, n_features)
            The rows. Arrays and DataFrames of this machine are scored in this process, at once.

        Returns
        -------
        dask array or series of shape (n_samples,)
            Higher = more normal. An array for an array, a series with the same index for a
            dataframe, and a numpy array for what is not Dask's.
        """
        return self._on_blocks("score_samples", X, np.float64)

    def decision_function(self, X: Any) -> Any:
        """Score rows relative to the line between inliers and outliers.

        Parameters
        ----------
        X : dask array or dask dataframe of shape (n_samples, n_features)
            The rows, as for `score_samples`.

        Returns
        -------
        dask array or series of shape (n_samples,)
            ``score_samples(X) - offset_``: negative for outliers.
        """
        return self._on_blocks("decision_function", X, np.float64)

    def predict(self, X: Any) -> Any:
        """Tell outliers from inliers.

        Parameters
        ----------
        X : dask array or dask dataframe of shape (n_samples, n_features)
            The rows, as for `score_samples`.

        Returns
        -------
        dask array or series of shape (n_samples,)
            -1 for outliers, 1 for inliers.
        """
        return self._on_blocks("predict", X, np.int64)

    def to_local(self) -> LOSDDEnsemble:
        """Make a detector that needs no Dask.

        Returns
        -------
        LOSDDEnsemble
            It scores rows as this one does. It does not have the scores of the training data
            (`result_`, `labels_` and `negative_outlier_score_`), which remain on the workers.
        """
        check_is_fitted(self, "model_")
        params = self.get_params()
        del params["client"]
        local = LOSDDEnsemble(**params)
        for name in ("model_", "offset_", "n_features_in_", "feature_names_in_"):
            if hasattr(self, name):
                setattr(local, name, getattr(self, name))
        return local

    def _on_blocks(self, name: str, X: Any, dtype: type) -> Any:
        """Apply a method of the local detector to each block of rows."""
        local = self.to_local()
        if not is_collection(X):
            return getattr(local, name)(X)
        width = X.shape[1] if isinstance(X, da.Array) else len(X.columns)
        if width != self.n_features_in_:
            raise ValueError(f"X has {width} columns, but was fitted to {self.n_features_in_}.")
        if isinstance(X, dd.DataFrame):
            return X.map_partitions(_frame_by, local, name, meta=(name, dtype))
        X = whole_rows(X)
        return X.map_blocks(
            _by, local, name, dtype=dtype, drop_axis=1, name=None, token=name,
            meta=np.empty(0, dtype=dtype),
        )  # fmt: skip

    def __getstate__(self) -> dict[str, Any]:
        """Leave the connection out: it is of this process only."""
        state = dict(super().__getstate__())
        return {k: v for k, v in state.items() if k not in ("client", "client_")} | {"client": None}


def _by(block: np.ndarray, local: LOSDDEnsemble, name: str) -> np.ndarray:
    """Apply a method of a local detector, with one thread: Dask runs several of these."""
    if len(block) == 0:
        return np.empty(0, dtype=np.int64 if name == "predict" else np.float64)
    return np.asarray(getattr(local.set_params(n_jobs=1), name)(block))


def _frame_by(part: Any, local: LOSDDEnsemble, name: str) -> Any:
    return part.iloc[:, 0].__class__(_by(part, local, name), index=part.index, name=name)
