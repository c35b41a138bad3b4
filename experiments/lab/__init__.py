"""The paper's experiments: cells that are run once and stored, and the parts made of them."""
