"""``brisa quality compare``: two results of the same scenario, text by text."""

from __future__ import annotations

from pathlib import Path

import click

from brisa.cli.json_file import check_json_file, show_report
from brisa.quality.compare import compare_lines, compare_reports, load_report


@click.command()
@click.argument("before", type=click.Path(path_type=Path))
@click.argument("after", type=click.Path(path_type=Path))
@click.option("--json", "json_file", metavar="FILE|-", help="Write the result as JSON.")
def compare(before: Path, after: Path, json_file: str | None) -> None:
    """Show which texts became worse or better from BEFORE to AFTER.

    Both are files that --json of the other commands wrote.
    """
    check_json_file(json_file)
    comparison = compare_reports(load_report(before), load_report(after))
    show_report(comparison, compare_lines(comparison), json_file)
