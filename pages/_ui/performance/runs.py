"""What the conversations of each run took: time, tokens, money."""

from typing import Any

from pages._ui import table
from pages._ui.performance.cells import cost, known, name, of_how_many, token_cell
from pages._ui.table import Cell, Column, Part, TableRow
from toolscore_core.report.performance_sentences import share_note, share_text
from toolscore_core.report.words import seconds_text, usd_text


def draw_runs(lines: list[dict[str, Any]]) -> None:
    """The table of runs, from the lines of `usage_frame`."""
    judged = any(line["cases"] for line in lines)
    columns = [
        Column("run", "Run", "16%"),
        Column("traces", "Traces", "8%", "right"),
        Column("p50", "Time a trace, p50", "13%", "right"),
        Column("share", "In tools", "12%", "right"),
        Column("input", "Tokens in", "11%", "right"),
        Column("output", "Tokens out", "11%", "right"),
        Column("cost", "Cost", "16%", "right"),
    ]
    columns += [Column("passed", "A passed case", "13%", "right")] if judged else []
    table.table("Runs", columns, [_row(line) for line in lines], "usage")


def _row(line: dict[str, Any]) -> TableRow:
    return TableRow(
        line["run"],
        {
            "run": name(line["run"]),
            "traces": table.text(f"{line['traces']:,}"),
            "p50": _of(known(seconds_text(line["p50_s"]), line["p50_s"]), line["timed"], line["traces"]),
            "share": {**known(share_text(line), line["tools_s"]), "title": share_note(line)},
            "input": _of(_tokens(line, "input_tokens", "cached_tokens", "cached"), line["counted"], line["traces"]),
            "output": _of(
                _tokens(line, "output_tokens", "reasoning_tokens", "reasoning"), line["counted"], line["traces"]
            ),
            "cost": cost(line, "traces"),
            "passed": known(usd_text(line["per_passed_usd"]), line["per_passed_usd"], _why_not(line)),
        },
    )


def _tokens(line: dict[str, Any], whole: str, part: str, what: str) -> Cell:
    cell = token_cell(line[whole])
    return cell if line[part] is None else {**cell, "title": f"{line[whole]:,}, {line[part]:,} of them {what}"}


def _of(cell: Cell, part: int, whole: int) -> Cell:
    """The cell, and of how many traces it is told where that is not all."""
    some = of_how_many(part, whole)
    return table.parts(Part(cell["text"], title=cell["title"]), Part(some, "muted")) if some else cell


def _why_not(line: dict[str, Any]) -> str:
    if not line["cases"]:
        return "no gold"
    return "none passed" if line["costed"] else "unpriced"
