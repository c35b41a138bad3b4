"""Run time and memory of the exact solver, against everything it could be compared with.

python experiments/bench.py [--quick | --page]

Everything is measured in one run, and best of several: on a shared machine, only the ratios mean
something. Writes experiments/results/bench.json, bench.md and bench-growth.svg and .png; with
--page, page and pictures are written anew from bench.json.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import threading
import time
from pathlib import Path

import jpype
import numpy as np

import pyelki_losdd as pl

HERE = Path(__file__).parent
RESULTS = HERE / "results"
SIZES = (1_000, 2_000, 5_000, 10_000, 20_000, 49_000)
#: Naive retraining is measured on this many support vectors, and extrapolated to all of them.
RETRAININGS = 40


#: Rounds in which all methods take turns, and how often each runs in its turn, for how many
#: seconds: what is short is easily disturbed.
ROUNDS, TURN, SECONDS = 12, 3, 2.0
#: On larger data, what takes less than this many seconds is repeated.
REPEATED = 20
#: What everything is compared with.
OURS = "run(X, b=1)"
#: The same on one thread, and twice at the same time: what two cores can do at best.
ONE_THREAD, TWICE = "run(X, b=1, n_jobs=1)", "two run(X, b=1, n_jobs=1) at the same time"
#: What we want to reach on PageBlocks: how many times longer the first should take than the second.
GOALS = (
    ("naive retraining with scikit-learn, tol=1e-06", OURS, "at least", 150),
    ("naive retraining with scikit-learn, tol=0.001", OURS, "at least", 60),
    ("run(X, b=1, solver='smo', tol=1e-4)", OURS, "at least", 10),
    (ONE_THREAD, OURS, "at least", 1.5),
    (OURS, "scikit-learn OneClassSVM, one training, tol=1e-6", "at most", 6),
    ("run(X, b=20)", OURS, "at most", 2.5),
)

#: Rows and columns on which `detect` is compared with an isolation forest, and how many times
#: longer it may take.
DETECT_SIZES, DETECT_LIMIT = ((1_500, 20), (200_000, 10)), 2


def best(work, repeats, seconds=0.0):
    """Time some work, best of several, for some seconds at least."""
    times = []
    while len(times) < repeats or sum(times) < seconds:
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def best_in_turns(works):
    """Time several works, best of several; in turns, as the load of the machine changes."""
    times = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            times[name].append(best(work, TURN, SECONDS))
    return {name: min(measured) for name, measured in times.items()}


def twice(work):
    """Do some work twice at the same time."""
    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def adbench(name):
    """Load a data set of ADBench."""
    (path,) = (HERE / "data" / "adbench").glob(f"*_{name}.npz")
    with np.load(path, allow_pickle=False) as data:
        return data["X"].astype(float)


def page_blocks():
    """Measure one data set with everything, and return seconds by name."""
    from pyod.models.knn import KNN
    from pyod.models.ocsvm import OCSVM
    from sklearn.svm import OneClassSVM

    X = pl.datasets.load("PageBlocks").X
    result = pl.run(X, b=1)
    Z = (X - result.model.mean) / result.model.scale
    gamma, n = result.params["gamma"], len(X)
    support = np.flatnonzero(pl.run(X, b=0).support)

    def train(tol, rows=slice(None)):
        return OneClassSVM(gamma=gamma, nu=1 / n, tol=tol).fit(Z[rows])

    def retrain(tol):
        """Train without a support vector, for some of them, and return the mean time."""
        chosen = support[:: len(support) // RETRAININGS]
        everything = np.arange(n)
        times = [best(lambda t=t: train(tol, everything != t), 1) for t in chosen]
        return sum(times) / len(times), len(times)

    works = {
        OURS: lambda: pl.run(X, b=1),
        ONE_THREAD: lambda: pl.run(X, b=1, n_jobs=1),
        TWICE: lambda: twice(lambda: pl.run(X, b=1, n_jobs=1)),
        "run(X, b=20)": lambda: pl.run(X, b=20),
        "run(X, b=1, solver='smo', tol=1e-3)": lambda: pl.run(X, b=1, solver="smo"),
        "run(X, b=1, solver='smo', tol=1e-4)": lambda: pl.run(X, b=1, solver="smo", tol=1e-4),
        "scikit-learn OneClassSVM, one training, tol=1e-3": lambda: train(1e-3),
        "scikit-learn OneClassSVM, one training, tol=1e-6": lambda: train(1e-6),
        "ELKI KNNOutlier, k=1": lambda: pl.run_elki(Z, "KNNOutlier", k=1),
        "ELKI LOF, k=20": lambda: pl.run_elki(Z, "LOF", k=20),
        "PyOD KNN, k=1": lambda: KNN(n_neighbors=1).fit(Z),
        "PyOD OCSVM": lambda: OCSVM(gamma=gamma, nu=1 / n).fit(Z),
    }
    for _ in range(25):  # until Java has compiled everything
        works[OURS]()
    seconds = best_in_turns(works)
    notes = {}
    for tol in (1e-3, 1e-6):
        each, measured = retrain(tol)
        name = f"naive retraining with scikit-learn, tol={tol:g}"
        seconds[name] = each * len(support)
        notes[name] = f"{measured} retrainings measured, extrapolated to {len(support)}"
    return {"n": n, "support_vectors": len(support), "seconds": seconds, "notes": notes}


def detect_and_forests():
    """Measure `detect` beside isolation forests of 100 trees, on one thread and on two."""
    from sklearn.ensemble import IsolationForest

    rows = []
    for n, d in DETECT_SIZES:
        X = np.random.default_rng(0).normal(size=(n, d))
        X[: n // 50] *= 4

        def forest(jobs, X=X):
            IsolationForest(random_state=0, n_jobs=jobs).fit(X).score_samples(X)

        works = {
            "detect": lambda X=X: pl.detect(X, progress=False),
            "forest": lambda forest=forest: forest(1),
            "forest, two jobs": lambda forest=forest: forest(2),
        }
        for _ in range(10):  # until Java has compiled everything
            works["detect"]()
        rows.append({"n": n, "d": d, "seconds": best_in_turns(works)})
    return rows


class HeapWatch:
    """Watch how much of Java's heap is in use during some work.

    Counted is what is left after garbage collections, at its peak; if there were none, what was
    allocated in all. (The memory of the process says little: Java takes what it may have.)
    """

    def __enter__(self):
        """Start to watch."""
        management = jpype.JClass("java.lang.management.ManagementFactory")
        collector = jpype.JClass("com.sun.management.GarbageCollectorMXBean")
        heap = jpype.JClass("java.lang.management.MemoryType").HEAP
        self._pools = [p for p in management.getMemoryPoolMXBeans() if p.getType() == heap]
        self._collectors = management.getPlatformMXBeans(collector)
        jpype.java.lang.System.gc()
        for pool in self._pools:
            pool.resetPeakUsage()
        self._seen = {c.getName(): c.getCollectionCount() for c in self._collectors}
        self._live, self._end = 0, threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_):
        """Stop, and set `peak_mb`."""
        self._end.set()
        self._thread.join()
        allocated = sum(p.getPeakUsage().getUsed() for p in self._pools)
        self.peak_mb = int(self._live or allocated) >> 20

    def _watch(self):
        while not self._end.wait(0.05):
            for collector in self._collectors:
                if collector.getCollectionCount() > self._seen[collector.getName()]:
                    after = collector.getLastGcInfo().getMemoryUsageAfterGc()
                    live = sum(after.get(p.getName()).getUsed() for p in self._pools)
                    self._live = max(self._live, live)


def one_size(name, n, memory, b):
    """Measure one run in this process, for `growth`; prints JSON."""
    pl.configure(memory=memory)
    pl.run(pl.datasets.load("WBC").X, b=1)
    warm = np.random.default_rng(1).normal(size=(600, 5))
    for _ in range(10):
        pl.run(warm, b=1)
    X = adbench(name)
    X = X[np.random.default_rng(0).permutation(len(X))[:n]]
    with HeapWatch() as heap:
        start = time.perf_counter()
        result = pl.run(X, b=b, progress=False)
        seconds = time.perf_counter() - start
    if seconds < REPEATED:
        seconds = min(seconds, best(lambda: pl.run(X, b=b), 3))
    support = int(result.rounds["support_vectors"][0])
    print(json.dumps({"seconds": seconds, "peak_mb": heap.peak_mb, "support_vectors": support}))


def in_process(*arguments):
    """Measure in a process of its own, as the memory of a process only grows."""
    command = [sys.executable, __file__, "--one", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def growth(sizes):
    """Measure how time and memory grow with the number of rows."""
    rows = []
    for name in ("shuttle", "ALOI"):
        for n in sizes:
            memory = "8g" if n > 20_000 else "4g"
            print(f"  {name}, {n} rows, {memory} heap", flush=True)
            rows.append({"data": name, "n": n, "heap": memory} | in_process(name, n, memory, 1))
    return rows


def exponent(rows):
    """Fit the exponent of the growth with n, on the larger half of the sizes."""
    rows = rows[len(rows) // 2 :] if len(rows) > 3 else rows
    n, seconds = np.log([r["n"] for r in rows]), np.log([r["seconds"] for r in rows])
    return float(np.polyfit(n, seconds, 1)[0])


def picture(rows):
    """Draw time and memory over the number of rows."""
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    for marker, name in zip("os", ("shuttle", "ALOI"), strict=True):
        part = [r for r in rows if r["data"] == name]
        n = [r["n"] for r in part]
        label = f"{name}, n^{exponent(part):.1f}"
        axes[0].loglog(n, [r["seconds"] for r in part], marker=marker, label=label)
        axes[1].loglog(n, [r["peak_mb"] for r in part], marker=marker, label=name)
    axes[0].set(xlabel="rows", ylabel="seconds, run(X, b=1)")
    axes[1].set(xlabel="rows", ylabel="peak of live data, MB")
    for ax in axes:
        ax.grid(alpha=0.3)
        ax.legend()
    for ending in ("svg", "png"):
        figure.savefig(RESULTS / f"bench-growth.{ending}", dpi=120)


def table(*rows):
    """Make the lines of a table; all columns but the first are numbers."""
    header, *body = (f"| {' | '.join(map(str, row))} |" for row in rows)
    return ["", header, "| --- |" + " ---: |" * (len(rows[0]) - 1), *body, ""]


def goals(seconds):
    """Make the rows of a table of what we want to reach, and whether we have."""
    for first, second, bound, limit in GOALS:
        ratio = seconds[first] / seconds[second]
        reached = ratio >= limit if bound == "at least" else ratio <= limit
        yield f"{first} / {second}", f"{ratio:.2f}", f"{bound} {limit}", "yes" if reached else "no"


def markdown(results):
    """Make the page."""
    pages = results["page_blocks"]
    seconds, notes = pages["seconds"], pages["notes"]
    own = seconds[OURS]
    compared = [
        (name + (f" ({notes[name]})" if name in notes else ""), f"{s:.3f}", f"{s / own:.2f}")
        for name, s in sorted(seconds.items(), key=lambda item: item[1])
    ]
    larger = [
        (row["what"], row["heap"], f"{row['seconds']:.1f}", f"{row['peak_mb']:.0f}")
        for row in results["larger"]
    ]
    growing = [
        (r["data"], r["n"], r["support_vectors"], f"{r['seconds']:.2f}", f"{r['peak_mb']:.0f}")
        for r in results["growth"]
    ]
    forests = []
    for row in results["detect"]:
        ours, *others = row["seconds"].values()
        ratio = ours / min(others)
        forests.append(
            (
                f"{row['n']:,} x {row['d']}",
                *(f"{seconds:.3f}" for seconds in row["seconds"].values()),
                f"{ratio:.2f}",
                f"at most {DETECT_LIMIT}",
                "yes" if ratio <= DETECT_LIMIT else "no",
            )
        )
    lines = [
        "# Benchmark",
        "",
        f"`{results['command']}`, {results['machine']}.",
        "Best of several in one run with a warm JVM; the machine is shared: look at the ratios.",
        "",
        f"## PageBlocks_05 v01, standardised: {pages['n']} points, "
        f"{pages['support_vectors']} support vectors",
        *table(("", "seconds", "times `run(X, b=1)`"), *compared),
        *table(("goal", "ratio", "wanted", "reached"), *goals(seconds))[1:],
        "Two runs with one thread each, at the same time, get "
        f"{2 * seconds[ONE_THREAD] / seconds[TWICE]:.2f} times as much done as one: this is what",
        "two threads could reach at best.",
        "",
        "## `detect` beside scikit-learn's isolation forest (100 trees), fitted and scored",
        *table(
            (
                "rows x columns",
                "detect",
                "forest",
                "forest, two jobs",
                "ratio",
                "wanted",
                "reached",
            ),
            *forests,
        ),
        "The ratio is that to the faster forest. [More rows](scale.md).",
        "",
        "## Growth with the number of rows, `run(X, b=1)`",
        "",
        "![growth](bench-growth.svg)",
        *table(("data", "rows", "support vectors", "seconds", "live MB"), *growing),
        "Live MB: Java's heap in use after garbage collections, at its peak. These come when Java",
        "likes: a small value may only mean that none came at the right moment.",
        "",
    ]
    for name in ("shuttle", "ALOI"):
        power = exponent([r for r in results["growth"] if r["data"] == name])
        lines += [f"{name}: seconds grow with n^{power:.2f} on the larger half of the sizes.", ""]
    if larger:
        lines += ["## Batches", *table(("", "heap", "seconds", "live MB"), *larger)]
    return "\n".join(lines).rstrip() + "\n"


def measure(quick):
    """Measure everything."""
    print("PageBlocks, all methods", flush=True)
    results = {
        "command": "python experiments/bench.py" + (" --quick" if quick else ""),
        "machine": f"{os.cpu_count()} cores, {platform.system()}, "
        f"Python {platform.python_version()}, pyelki-losdd {pl.__version__}",
        "page_blocks": page_blocks(),
        "larger": [],
    }
    print("detect and isolation forests", flush=True)
    results["detect"] = detect_and_forests()
    print("growth", flush=True)
    results["growth"] = growth([n for n in SIZES if n <= (5_000 if quick else 49_000)])
    if not quick:
        for name, b, heap in (("mammography", 10, "4g"), ("shuttle", 10, "4g")):
            print(f"  {name}, b={b}, {heap} heap", flush=True)
            row = in_process(name, 10**9, heap, b)
            results["larger"].append({"what": f"{name}, all rows, b={b}", "heap": heap} | row)
    return results


def main():
    """Measure, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--quick", action="store_true", help="leave out the largest sizes")
    choice.add_argument(
        "--page", action="store_true", help="measure nothing, only write the page and pictures"
    )
    given = parser.parse_args()
    RESULTS.mkdir(exist_ok=True)
    stored = RESULTS / "bench.json"
    if not given.page:
        stored.write_text(json.dumps(measure(given.quick), indent=1) + "\n")
    results = json.loads(stored.read_text())
    page = markdown(results)
    (RESULTS / "bench.md").write_text(page)
    picture(results["growth"])
    print(page)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        one_size(sys.argv[2], int(sys.argv[3]), sys.argv[4], int(sys.argv[5]))
    else:
        main()
