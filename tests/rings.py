"""A contract of the import linter: no module imports itself by way of others, wherever the imports stand."""

from graphlib import CycleError, TopologicalSorter

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, output


class NoRings(Contract):
    """Holds when the modules can be put in an order in which each imports only those before it."""

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Look for a ring, imports in functions and for types included."""
        try:
            TopologicalSorter(
                {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
            ).prepare()
        except CycleError as ring:
            return ContractCheck(kept=False, metadata={"ring": ring.args[1]})
        return ContractCheck(kept=True)

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Show the ring, each module imported by the one before it."""
        output.print_error(" <- ".join(check.metadata["ring"]))
