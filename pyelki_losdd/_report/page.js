
"use strict";
// Sorting by a click on a column's head, a filter, and reasons by a click anywhere in a row.
// The table is complete without.
(function () {
  const table = document.getElementById("table");
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  const heads = Array.from(table.tHead.rows[0].cells);
  const words = new Intl.Collator(undefined, { numeric: true });

  function key(row, column, kind) {
    const cell = row.cells[column];
    const text = cell.dataset.value ?? cell.textContent;
    return kind === "text" ? text : text === "" ? NaN : Number(text);
  }

  function sort(column) {
    const kind = heads[column].dataset.kind;
    const old = heads[column].getAttribute("aria-sort");
    // Numbers begin with the largest, words with the first; a second click turns round.
    const rising = old ? old === "descending" : kind === "text" || column === 0;
    const sign = rising ? 1 : -1;
    const keys = new Map(rows.map((row) => [row, key(row, column, kind)]));
    const compare = kind === "text" ? words.compare : (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    rows.sort(function (a, b) {
      const x = keys.get(a), y = keys.get(b);
      const missing = Number.isNaN(x) - Number.isNaN(y); // what has no value is last both ways
      return missing || sign * compare(x, y) || rank.get(a) - rank.get(b);
    });
    body.append(...rows);
    for (const head of heads) head.removeAttribute("aria-sort");
    heads[column].setAttribute("aria-sort", rising ? "ascending" : "descending");
  }

  const rank = new Map(rows.map((row, i) => [row, i]));
  heads.forEach(function (head, column) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = button.title = head.textContent;
    button.addEventListener("click", () => sort(column));
    head.replaceChildren(button);
  });

  body.addEventListener("click", function (event) {
    const reasons = event.target.closest("tr").querySelector("details");
    // Within the reasons, the browser does it; who selects text does not want it.
    if (!reasons || event.target.closest("details") || String(getSelection())) return;
    reasons.open = !reasons.open;
  });

  const tools = document.createElement("div");
  const label = document.createElement("label");
  const input = document.createElement("input");
  const count = document.createElement("output");
  tools.className = "tools";
  label.textContent = "Filter";
  input.type = "search";
  input.placeholder = "row or value";
  label.append(input);
  tools.append(label, count);
  table.parentElement.before(tools);
  input.addEventListener("input", function () {
    const wanted = input.value.trim().toLowerCase();
    let shown = 0;
    for (const row of rows) {
      row.hidden = !Array.from(row.cells).some((cell) => cell.textContent.toLowerCase().includes(wanted));
      shown += !row.hidden;
    }
    count.textContent = wanted ? `${shown} of ${rows.length} rows` : "";
  });
})();
