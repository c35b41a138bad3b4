"""Tables as people have them: numbers, categories, dates, gaps; and the numbers they become.

Read in this order: `_texts` (numbers and dates that are texts), `_cells` (what a cell holds),
`_summary` (what a table holds, gathered in parts), `_kinds` (what each column is), `_parts` (how
each kind becomes numbers), `_missing` (how gaps are filled), `_encoder` (all of it together),
`_saved` (as plain arrays and JSON).
"""

from __future__ import annotations

from ._encoder import Encoder, is_plain, learn, summarize
from ._kinds import is_counter_name, is_label_name
from ._missing import Filler
from ._parts import Decoded
from ._saved import decode_encoder, encode_encoder
from ._summary import Summary
from ._texts import (
    DECIMALS,
    MISSING,
    date_reader,
    find_decimal,
    is_code,
    number_reader,
    plain_number,
)

__all__ = [
    "DECIMALS",
    "MISSING",
    "Decoded",
    "Encoder",
    "Filler",
    "Summary",
    "date_reader",
    "decode_encoder",
    "encode_encoder",
    "find_decimal",
    "is_code",
    "is_counter_name",
    "is_label_name",
    "is_plain",
    "learn",
    "number_reader",
    "plain_number",
    "summarize",
]
