# Everything from a fresh clone: `make demo` and `make test` set up what they need and take what is there.
JAR := pyelki_losdd/jars/pyelki-losdd.jar
VENV := .venv/.installed

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: demo test setup jar check check-python check-java soak docs bench bench-quick paper paper-quick quality quality-quick missing missing-quick reasons reasons-quick crosscheck crosscheck-quick wheel clean help

demo: setup  ## find the outliers of a real data set, compare with KNN and plain SVDD, draw a picture
	@echo "==> running the demo"
	@scripts/python.sh -m pyelki_losdd.demo

test: setup  ## run every test, Java (JUnit) and Python (pytest)
	@echo "==> running the Java tests (log: build/gradle.log)"
	@scripts/gradle.sh -Pcoverage jars test coverageReport
	@scripts/chromium.sh
	@echo "==> running the Python tests"
	@mkdir -p build/coverage
	@scripts/python.sh -m coverage run -m pytest

setup: $(JAR) $(VENV)  ## install JDK and Gradle if missing, build the jar, make .venv

jar: $(JAR)  ## build the ELKI plugin: build/libs/pyelki-losdd.jar

check: check-python check-java  ## style, types, compiler warnings, SpotBugs; shows the coverage of the last `make test`
	@scripts/python.sh scripts/show_coverage.py

check-python: setup  ## of these, style and types of Python
	@scripts/python.sh -m ruff check
	@scripts/python.sh -m ruff format --check
	@scripts/python.sh -m mypy

check-java: setup  ## of these, compiler warnings and SpotBugs
	@scripts/gradle.sh -Pstrict testClasses spotbugs

soak: setup  ## try to break it for ten minutes, and put the counts in TRUST.md
	@scripts/python.sh scripts/soak.py

docs: setup  ## build the tutorial and the API documentation: build/docs/index.html
	@scripts/python.sh docs/build.py

bench: setup  ## measure run time and memory against everything comparable (two hours)
	@scripts/python.sh experiments/bench.py $(BENCH)
	@scripts/python.sh experiments/scale.py $(BENCH)

bench-quick: BENCH := --quick
bench-quick: bench  ## the same without the larger data (3 minutes)

paper: setup  ## the paper's experiments and more (half an hour on two cores; goes on where it was stopped)
	@scripts/python.sh experiments/paper.py $(PAPER)

paper-quick: PAPER := --quick
paper-quick: paper  ## the same on a few small data sets: build/paper-quick

quality: setup  ## detect, run and other detectors on 84 data sets (an hour on two cores; goes on where it was stopped)
	@scripts/python.sh experiments/quality.py $(QUALITY)

quality-quick: QUALITY := --quick
quality-quick: quality  ## the same on a few small data sets: build/quality-quick

missing: setup  ## ways to fill missing cells (a quarter of an hour on two cores; goes on where it was stopped)
	@scripts/python.sh experiments/missing.py $(MISSING)

missing-quick: MISSING := --quick
missing-quick: missing  ## the same on a small data set: build/missing-quick

reasons: setup  ## planted errors: which column, what was expected; beside SHAP, if it is installed (a quarter of an hour)
	@scripts/python.sh experiments/reasons.py $(REASONS)

reasons-quick: REASONS := --quick
reasons-quick: reasons  ## the same on two small data sets: build/reasons-quick
crosscheck: setup  ## ours beside all of ELKI's own detectors on the bundled data sets (half an hour; goes on where it was stopped)
	@scripts/python.sh experiments/crosscheck.py $(CROSSCHECK)

crosscheck-quick: CROSSCHECK := --quick
crosscheck-quick: crosscheck  ## the same on two small data sets: build/crosscheck-quick

wheel: setup  ## build dist/*.whl, which needs only Java to run, and the source archive
	@scripts/python.sh -m build

clean:  ## remove what was built (not .venv)
	rm -rf build dist .gradle pyelki_losdd/jars

help:  ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

# The folders are among the sources, so that a deleted file counts as a change.
$(JAR): $(shell find java/src/main) build.gradle settings.gradle pyelki_losdd/_version.py
	@echo "==> building the ELKI plugin"
	@scripts/gradle.sh jars
	@touch $@

$(VENV): pyproject.toml hatch_build.py | $(JAR)
	@scripts/venv.sh
