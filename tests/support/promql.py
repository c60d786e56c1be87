"""What a PromQL expression asks for: metric names, and the label names it uses."""

from __future__ import annotations

from dataclasses import dataclass, field

import promql_parser
from promql_parser import AggregateExpr, BinaryExpr, Expr, VectorSelector

TARGET_LABELS = {"job", "instance"}
"""Those that Prometheus itself puts on every series."""


@dataclass(slots=True)
class Asked:
    """``selectors`` is a metric's name and the labels that choose among its series; ``labels`` are
    those that results are grouped or matched by."""

    selectors: list[tuple[str, set[str]]] = field(default_factory=list)
    labels: set[str] = field(default_factory=set)

    def visit(self, node: Expr) -> None:
        if isinstance(node, VectorSelector):
            chosen = {matcher.name for matcher in node.matchers.matchers} - {"__name__"}
            self.selectors.append((node.name or "", chosen))
        elif isinstance(node, AggregateExpr) and node.modifier:
            self.labels |= set(node.modifier.labels)
        elif isinstance(node, BinaryExpr) and node.modifier and node.modifier.matching:
            self.labels |= set(node.modifier.matching.labels)


def asked_by(expression: str) -> Asked:
    """Raises ``ValueError`` for what is no PromQL."""
    asked = Asked()
    promql_parser.walk(promql_parser.parse(expression), lambda node: asked.visit(node))
    return asked
