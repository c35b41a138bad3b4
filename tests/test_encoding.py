"""Tables as numbers: kinds of columns, weights of categories, gaps, new rows, other forms."""

import datetime
import itertools
import math
import warnings
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from tables import houses

from pyelki_losdd._encoding import date_reader, find_decimal, learn, number_reader, summarize
from pyelki_losdd._encoding._parts import MOST_LEVELS


def kinds(frame, said=None):
    """The kind of each column."""
    return {name: d.kind for name, d in learn(frame, said).decisions.items()}


def kind(values, said=None):
    """The kind of a column, beside a number."""
    frame = pd.DataFrame({"x": np.arange(len(values)) * 1.5, "c": pd.Series(values)})
    return kinds(frame, None if said is None else {"c": said})["c"]


TEN = range(10)


# ---------------------------------------------------------------------------- texts


@pytest.mark.parametrize(
    ("decimal", "text", "value"),
    [
        (".", "12", 12),
        (".", " -1.5e3 ", -1500),
        (".", "1,234.5", 1234.5),
        (".", "1,234,567", 1234567),
        (".", "1'234.50", 1234.5),
        (".", "1 234", 1234),
        (".", "12 %", 12),
        (".", "$1,200", 1200),
        (".", "-€5.50", -5.5),
        (".", "99 EUR", 99),
        (".", "0.5", 0.5),
        (".", "0", 0),
        (".", "1,5", None),  # no thousands
        (".", "12,34,567", None),
        (".", "007", None),  # a code
        (".", "1_000", None),
        (".", "inf", None),
        (".", "1e999", None),
        (".", "", None),
        (".", "-", None),
        (".", "€", None),
        (".", "1 2", None),
        (",", "1,5", 1.5),
        (",", "1.234,50 €", 1234.5),
        (",", "1.234", 1234),
        (",", "1.5", None),
        (",", "-0,25", -0.25),
    ],
)
def test_numbers_as_people_write_them(decimal, text, value):
    assert number_reader(decimal)(text) == value


@pytest.mark.parametrize(
    ("texts", "decimal"),
    [
        (["1,5", "2"], ","),
        (["1,5", "2.5"], "."),  # a point speaks against it
        (["1.234", "1,234"], "."),  # both may be thousands
        (["1.234,5"], ","),
        (["1,234.5"], "."),
        (["0,125"], ","),
        (["a,b", ""], "."),
        (["12,34 €"], ","),
    ],
)
def test_the_decimal_comma_is_found_where_nothing_speaks_against_it(texts, decimal):
    for order in itertools.permutations(texts):
        assert find_decimal(order) == decimal


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("1970-01-02", 1),
        ("1970-01-01T12:00", 0.5),
        ("1970-01-01 06:00:00.5Z", 0.25 + 0.5 / 86400),
        ("1970-01-01T00:00+06:00", -0.25),
        ("02.01.1970", 1),
        ("01/02/1970", 1),
        ("9999-12-31", 2932896),
        ("0001-01-01", -719162),
        ("1970-02-30", None),
        ("soon", None),
        ("1970", None),
    ],
)
def test_dates(text, days):
    assert date_reader(".")(text) == days


def test_the_order_of_day_and_month_is_found():
    dates = ["01/02/2020", "25/12/2020"] * 5
    days = learn(pd.DataFrame({"x": TEN, "d": dates})).transform(
        pd.DataFrame({"x": [1.0, 1.0], "d": ["01/02/2020", "03/02/2020"]})
    )[:, 1]
    assert days[1] - days[0] == 2


# ---------------------------------------------------------------------------- kinds


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([1.5, 2.5] * 5, "number"),
        ([True, False] * 5, "category"),
        ([True, False, None, True] * 3, "category"),
        (["a", "b"] * 5, "category"),
        (pd.Categorical([1, 2] * 5), "category"),
        (["1", "2,000.5"] * 5, "number"),
        (["1,5", "2"] * 5, "number"),
        (["5 %", "12.5%"] * 5, "number"),
        (["true", "False"] * 5, "category"),
        (["01234", "99999"] * 5, "category"),  # post codes
        (pd.date_range("2020", periods=10), "date"),
        (pd.date_range("2020", periods=10, tz="Europe/Berlin"), "date"),
        (pd.period_range("2020", periods=10, freq="M"), "date"),
        ([datetime.date(2020, 1, 1), datetime.date(9999, 1, 1)] * 5, "date"),
        (["2020-01-01", "31.12.2020"] * 5, "date"),
        (pd.to_timedelta(list(TEN), unit="h"), "number"),
        ([Decimal("1.5"), Decimal("NaN"), 2] * 4, "number"),
        (pd.array([1, None] * 5, dtype="Int64"), "ignore"),  # constant
        (pd.array([1, 2, None] * 4, dtype="Int64"), "number"),
        ([1] * 19 + [2, "x"] * 1, "number"),  # a cell that is none
        ([1, 2, "x"] * 4, "category"),
        ([f"name {i}" for i in TEN], "ignore"),
        ([f"a long sentence of many words, number {i}" for i in TEN], "ignore"),
        (["same"] * 10, "ignore"),
        ([None] * 10, "ignore"),
        ([[1], [2]] * 5, "category"),  # objects, as text
    ],
)
def test_kinds(values, expected):
    assert kind(values) == expected


@pytest.mark.parametrize(
    ("values", "said", "expected"),
    [
        ([1, 2] * 5, "category", "category"),
        (list(TEN), "category", "category"),
        (["1", "x"] * 5, "number", "number"),
        (["2020-01-01", "x"] * 5, "date", "date"),
        ([1.5, 2.5] * 5, "ignore", "ignore"),
        ([f"name {i}" for i in TEN], "category", "category"),
    ],
)
def test_kinds_can_be_said(values, said, expected):
    assert kind(values, said) == expected


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"z": "number"}, "has no column 'z'"),
        ({"citty": "number"}, "Did you mean 'city'"),
        ({"city": "number"}, "said to be a number, but no cell of it is one, e.g. 'Berlin'"),
        ({"city": "date"}, "said to be a date"),
    ],
)
def test_what_is_said_must_fit(said, message):
    with pytest.raises(ValueError, match=message):
        learn(houses(), said)


def test_what_is_left_out_is_told():
    frame = houses().assign(
        one=1.0,
        notes=[f"nice house with a view of tree {i} and more" for i in range(80)],
        y=[0, 1] * 40,
        id=range(1, 81),
        odd=["x"] + ["1"] * 40 + ["2"] * 39,
        half=[1, "x"] * 40,
    )
    notices = "\n".join(learn(frame).notices)
    for line in (
        "'name' is left out: all values differ",
        "'one' is left out: always '1'",
        "'notes' is left out: free text",
        "'odd' is a number: 1 cell is no number and counts as missing, e.g. 'x'",
        "'half' is a category: numbers and texts are mixed",
        "'y' looks like a label that marks known outliers, but is used",
        "'id' looks like row numbers",
    ):
        assert line in notices
    quiet = learn(frame, {"name": "ignore", "y": "number", "id": "ignore"}).notices
    assert not any(f"'{name}'" in line for line in quiet for name in ("name", "y", "id"))


def test_numbers_among_dates_are_missing():
    frame = pd.DataFrame({"x": range(12), "d": ["2020-01-01", "2020-01-02"] * 5 + ["1.1.2020", 7]})
    encoder = learn(frame)
    assert encoder.notices == [
        "the column 'd' is a date: 1 cell is no date and counts as missing, e.g. '7'"
    ]
    assert encoder.missing(frame)[:, 1].tolist() == [False] * 11 + [True]


def test_bad_tables():
    with pytest.raises(ValueError, match=r"no column to look for outliers in \('a': all values"):
        learn(pd.DataFrame({"a": list("abcdef")}))
    with pytest.raises(ValueError, match="2 columns of the name 'a'"):
        learn(pd.DataFrame([[1, "x"], [2, "y"]], columns=["a", "a"]))
    with pytest.raises(ValueError, match="column 'a' is infinite in row 1"):
        learn(pd.DataFrame({"a": [1, np.inf, 3], "b": list("xyx")}))
    with pytest.raises(TypeError, match="column 'a' holds complex"):
        learn(pd.DataFrame({"a": [1j, 2, 3], "b": list("xyx")}))


def test_a_million_categories():
    n = 200_000
    frame = pd.DataFrame({"x": np.arange(n) % 7.0, "c": [f"k{i}" for i in range(n)]})
    encoder = learn(frame)
    assert encoder.features == ["x"]
    assert "more than 100,000 different texts" in encoder.notices[0]
    with pytest.raises(ValueError, match="'c' cannot be a category, it has more than 100,000"):
        learn(frame, {"c": "category"})
    some = learn(frame[:20_000].assign(c=lambda f: f["c"].str[:-1]), {"c": "category"})
    assert len(some.groups) == 1 + MOST_LEVELS + 1


# ---------------------------------------------------------------------------- weights


def distances(counts, new=None):
    """Distances between categories that occur so often, and from a new one."""
    frame = pd.DataFrame({"c": np.repeat([f"k{i}" for i in range(len(counts))], counts)})
    encoder = learn(frame, {"c": "category"})
    rows = [f"k{i}" for i in range(len(counts))] + ["new"]
    Z = encoder.transform(pd.DataFrame({"c": rows}))
    return np.abs(Z[:, None] - Z[None]).sum(axis=2)


def test_two_equal_categories_differ_as_a_standardized_column_of_0_and_1():
    assert distances([50, 50])[0, 1] == pytest.approx(2)


@pytest.mark.parametrize("counts", [[50, 50], [70, 30], [25] * 4, [5] * 20, [1] * 100, [90, 5, 5]])
def test_a_category_weighs_as_a_number_or_less(counts):
    d = distances(counts)[:-1, :-1]
    share = np.array(counts) / sum(counts)
    assert share @ d @ share <= 2 / math.sqrt(math.pi) + 1e-9
    if len(counts) > 2 and len(set(counts)) == 1 and len(counts) <= MOST_LEVELS:
        assert share @ d @ share == pytest.approx(2 / math.sqrt(math.pi))


def test_rare_categories_are_far_but_not_without_bound():
    at = [distances([n, 1])[0, 1] for n in (1, 10, 100, 1000, 10_000)]
    assert at == sorted(at)
    assert at[-1] < 6  # a standardized column of 0 and 1 would differ by 100


@pytest.mark.parametrize("counts", [[99, 1], [60, 30, 9, 1], [1] * 40 + [10] * 30])
def test_a_new_category_is_as_far_as_the_rarest_or_further(counts):
    d = distances(counts)
    known, common = d[:-1, :-1], int(np.argmax(counts))
    assert d[-1, :-1].min() > 0
    assert d[-1, common] >= known[:, common].max()


# ---------------------------------------------------------------------------- rows


@pytest.fixture
def mixed():
    """A table with all kinds of columns, and gaps."""
    rng = np.random.default_rng(5)
    n = 300
    frame = pd.DataFrame(
        {
            "number": rng.normal(size=n),
            "text": rng.choice(["a", "b", "c"], n),
            "yes": rng.random(n) < 0.3,
            "when": pd.Timestamp("2020-01-01") + pd.to_timedelta(rng.integers(0, 99, n), unit="D"),
            "price": [f"{v:.2f} €".replace(".", ",") for v in rng.gamma(3, size=n)],
            "half": pd.Series(["x", 1], dtype=object)[rng.integers(0, 2, n)].to_numpy(),
        }
    ).astype({"yes": object})
    return frame.mask(rng.random(frame.shape) < 0.1)


def test_everything_becomes_finite(mixed):
    encoder = learn(mixed)
    Z = encoder.transform(mixed)
    assert np.isfinite(Z).all()
    assert Z.flags.c_contiguous
    assert list(encoder.parts) == list(mixed)
    assert Z.shape[1] == len(encoder.groups) == len(encoder.as_is)
    assert np.bincount(encoder.groups).tolist() == [1, 3, 2, 1, 1, 2]
    assert [encoder.features[g] for g in encoder.groups[encoder.as_is]] == (
        ["text"] * 3 + ["yes"] * 2 + ["half"] * 2
    )
    np.testing.assert_array_equal(encoder.missing(mixed), mixed.isna())


def test_cells_that_are_there_are_not_changed(mixed):
    Z = learn(mixed).transform(mixed)
    known = mixed["number"].notna()
    np.testing.assert_array_equal(Z[known, 0], mixed["number"][known])


def test_order_parts_and_forms_do_not_matter(mixed):
    expected = learn(mixed).transform(mixed)
    rng = np.random.default_rng(0)
    order = rng.permutation(len(mixed))
    encoder = learn(mixed.iloc[order])
    np.testing.assert_array_equal(encoder.transform(mixed), expected)
    np.testing.assert_array_equal(encoder.transform(mixed[mixed.columns[::-1]]), expected)
    rows = [encoder.transform(mixed.iloc[[i]]) for i in range(0, len(mixed), 29)]
    np.testing.assert_array_equal(np.vstack(rows), expected[::29])
    parts = [summarize(mixed.iloc[p], None) for p in np.array_split(order, 7)]
    whole = parts[3]
    for part in parts[:3] + parts[4:]:
        whole.merge(part)
    np.testing.assert_array_equal(learn(whole).transform(mixed), expected)


def test_duplicates_do_not_fill_the_sample(mixed):
    twice = learn(pd.concat([mixed, mixed]))
    assert len(twice.copies) == len(learn(mixed).copies)
    assert set(twice.copies) == {2}


def test_gaps_are_filled_from_similar_rows():
    rng = np.random.default_rng(1)
    group = rng.integers(0, 2, 400)
    frame = pd.DataFrame(
        {
            "x": group * 10 + rng.normal(size=400),
            "y": group * -7 + rng.normal(size=400) * 0.1,
            "c": np.where(group == 1, "one", "zero"),
        }
    )
    encoder = learn(frame)
    rows = pd.DataFrame({"x": [0.3, 10.2], "y": [np.nan] * 2, "c": [None] * 2})
    filled = encoder.transform(rows)
    assert np.abs(filled[:, 1] - [0, -7]).max() < 0.3
    exact = encoder.transform(rows.assign(c=["zero", "one"]))
    np.testing.assert_array_equal(filled[:, 2:], exact[:, 2:])


def test_a_row_of_gaps_is_the_middle(mixed):
    encoder = learn(mixed)
    empty = pd.DataFrame({name: [None] for name in mixed})
    Z = encoder.transform(empty)[0]
    assert np.isfinite(Z).all()
    assert abs(Z[0] - mixed["number"].median()) < 0.2
    decoded = encoder.decode(1, Z[encoder.groups == 1])
    assert decoded.text == mixed["text"].mode()[0]


def test_new_rows(mixed):
    encoder = learn(mixed)
    with pytest.raises(ValueError, match="X_new has no column 'text', which the training data had"):
        encoder.transform(mixed.drop(columns="text"), "X_new")
    with pytest.warns(UserWarning, match="columns that the training data had not.*'more'"):
        encoder.transform(mixed.assign(more=1), "X_new")
    listed = encoder.frame_of(mixed.astype(object).to_numpy())
    np.testing.assert_array_equal(encoder.transform(listed), encoder.transform(mixed))
    with pytest.raises(ValueError, match="X_new has 2 columns, but needs 6"):
        encoder.frame_of([[1, "a"]])


def test_columns_that_were_left_out_are_not_needed():
    frame = houses()
    encoder = learn(frame)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        encoder.transform(frame.drop(columns="name"))


def test_words(mixed):
    encoder = learn(mixed)
    Z = encoder.transform(mixed)
    words = {
        name: encoder.decode(g, Z[:, encoder.groups == g].mean(axis=0))
        for g, name in enumerate(encoder.features)
    }
    share = mixed["text"].value_counts(normalize=True)
    assert words["text"].text == share.index[0]
    assert words["text"].share == pytest.approx(share.iloc[0], abs=0.05)
    assert words["yes"].text == "False"
    assert words["when"].text.startswith("2020-0")
    assert float(words["number"].text) == pytest.approx(Z[:, 0].mean(), rel=1e-3)
    assert words["number"].share is None
    for g, name in enumerate(encoder.features):
        row = mixed[name].notna().to_numpy().argmax()
        value = encoder.value(g, Z[row, encoder.groups == g])
        cell = mixed[name].iloc[row]
        if name == "when":
            assert value == str(cell.date())
        elif name == "price":
            assert value == float(cell[:-2].replace(",", "."))
        else:
            assert str(value) == str(cell)
    new = encoder.transform(mixed.iloc[[0]].assign(text="z"))[0]
    assert encoder.value(1, new[encoder.groups == 1]) == "a new one"


def test_words_for_rare_categories():
    names = [f"k{i}" for i in range(40) for _ in range(40 - i)]
    encoder = learn(pd.DataFrame({"c": names}), {"c": "category"})
    Z = encoder.transform(pd.DataFrame({"c": ["k0", "k39"]}))
    assert encoder.value(0, Z[0]) == "k0"
    assert encoder.value(0, Z[1]) == "one of 10 rare ones"
    assert encoder.decode(0, 0.3 * Z[0] + 0.7 * Z[1]) == ("one of 10 rare ones", pytest.approx(0.7))


def test_the_table_of_columns():
    table = learn(houses()).table()
    assert table["kind"].to_dict() == {
        "name": "ignore", "price": "number", "size": "number", "rooms": "number",
        "city": "category",
    }  # fmt: skip
    assert "4 categories" in table.loc["city", "content"]
    assert str(learn(houses())) == ("numbers: price, size, rooms; categories: city; left out: name")
