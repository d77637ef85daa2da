"""What may be looked at while a study runs: estimates that stay valid however often one looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xuezhan.studies.compare import (
    FIRST_LOOK,
    confidence_sequence,
    moments_of_difference,
    scale_of,
)
from xuezhan.studies.part import join

if TYPE_CHECKING:
    from xuezhan.estimate import Estimate
    from xuezhan.studies.definition import Definition

__all__ = ["estimates", "running"]


def running(
    definition: Definition, parts: list[dict[str, Any]], metric: str
) -> dict[str, list[tuple[int, Estimate]]]:
    """How the estimates went, part by part: (walls, estimate) by label."""
    k = len(definition.configurations)
    sums, products = [0] * k, [[0] * k for _ in range(k)]
    walls, next_look = 0, FIRST_LOOK
    found: dict[str, list[tuple[int, Estimate]]] = {}
    for part in parts:
        sums, products = join(sums, part["sums"][metric]), join(products, part["products"][metric])
        walls += part["stop"] - part["start"]
        if walls >= next_look or part is parts[-1]:
            next_look = int(walls * 1.05) + 1
            for label, one in estimates(definition, sums, products, metric, walls).items():
                found.setdefault(label, []).append((walls, one))
    return found


def estimates(
    definition: Definition, sums: list[int], products: list[list[int]], metric: str, walls: int
) -> dict[str, Estimate]:
    """
    Differences from the first configuration (or the mean, if there is one) after so many walls, by
    label, with intervals that hold however often one looks; none before `FIRST_LOOK` walls.
    """
    if walls < FIRST_LOOK:
        return {}
    labels = [one.label for one in definition.configurations]
    scales = [scale_of(definition, i, metric) for i in range(len(sums))]
    best_at = max(FIRST_LOOK, definition.games // 2)
    if len(sums) == 1:
        return {
            labels[0]: confidence_sequence(
                sums[0], products[0][0], walls, scales[0], best_at=best_at
            )
        }
    found = {}
    for i in range(1, len(sums)):
        difference, squares, scale = moments_of_difference(sums, products, scales, i, 0)
        found[labels[i]] = confidence_sequence(difference, squares, walls, scale, best_at=best_at)
    return found
