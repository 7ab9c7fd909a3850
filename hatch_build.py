"""What building the wheel does beside packing: the catalogues of languages are compiled, as gettext reads them."""

from __future__ import annotations

from typing import Any

from babel.messages.frontend import CompileCatalog
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCatalogues(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles each `locale/*/LC_MESSAGES/hoplo.po` to the `hoplo.mo` beside it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogues, and have them packed though git does not hold them."""
        compiling = CompileCatalog()
        compiling.directory, compiling.domain = "hoplo_companion/locale", ["hoplo"]
        compiling.finalize_options()
        compiling.run()
        build_data["artifacts"].append("hoplo_companion/locale/**/*.mo")
