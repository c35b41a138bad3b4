"""Tables as people have them, for the tests."""

import numpy as np
import pandas as pd

#: The rows of `houses` that are wrong: a price, and a number of rooms.
PLANTED = ("Oak Street 17", "Oak Street 31")

_LEVEL = {"Berlin": 5.0, "Hamburg": 4.5, "Leipzig": 3.0, "Bremen": 3.2}


def houses(n=80):
    """A table of houses: text, numbers, a category, some empty cells, two wrong rows."""
    rng = np.random.default_rng(22)
    city = rng.choice(list(_LEVEL), n, p=[0.4, 0.3, 0.2, 0.1])
    size = rng.normal(110, 25, n).clip(45, 190).round()
    price = (size * [_LEVEL[c] for c in city] * rng.normal(1, 0.08, n)).round()
    rooms = (size / 25 + rng.normal(0, 0.5, n)).round().clip(1)
    name = [f"{('Elm', 'Oak')[i % 2]} Street {i}" for i in range(n)]
    frame = pd.DataFrame({"name": name, "price": price, "size": size, "rooms": rooms, "city": city})
    frame.loc[17, "price"] = 9999
    frame.loc[31, "rooms"] = 19
    for column in ("price", "size", "rooms", "city"):
        empty = rng.choice(np.setdiff1d(np.arange(n), [17, 31]), 4, replace=False)
        frame[column] = frame[column].where(~frame.index.isin(empty))
    return frame
