"""``brisa quality text``: which texts of the corpus are read otherwise than they should be."""

from __future__ import annotations

import click

from brisa.cli.json_file import check_json_file, show_report
from brisa.clock import SystemClock
from brisa.errors import InvalidRequest
from brisa.quality.corpus import CorpusItem, corpus, selected
from brisa.quality.reading import CorpusReader, text_report


@click.command()
@click.option("--kind", metavar="KIND", help="Only texts of this kind, as in money.")
@click.option("--language", metavar="TAG", help="Only texts in this language; en includes en-GB.")
@click.option("--json", "json_file", metavar="FILE|-", help="Write the result as JSON.")
def text(kind: str | None, language: str | None, json_file: str | None) -> None:
    """Read the corpus, and show what is said otherwise than expected and how much is right.

    Nothing is synthesised.
    """
    check_json_file(json_file)
    report = CorpusReader(SystemClock()).report(_wanted(kind, language))
    show_report(text_report(report), list(report.lines()), json_file)


def _wanted(kind: str | None, language: str | None) -> tuple[CorpusItem, ...]:
    """Raises ``InvalidRequest`` where there are no such texts."""
    items = selected(corpus(), kind=kind, language=language)
    if items:
        return items
    if not selected(corpus(), language=language):
        raise InvalidRequest(f"There are no texts in the language {language!r}.", param="language")
    where = "" if language is None else f" in {language!r}"
    raise InvalidRequest(f"There are no texts of the kind {kind!r}{where}.", param="kind")
