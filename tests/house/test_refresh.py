"""What is made from something else is as it would be made now, and nothing else lies where it does."""

from tests.refresh import ROOT, made


def test_what_is_made_from_something_else_is_current() -> None:
    stale = [path.relative_to(ROOT) for path, text in made().items() if not path.exists() or path.read_text() != text]
    assert not stale, "`python -m tests.refresh` writes them anew"


def test_no_other_schema_or_script_lies_beside_them() -> None:
    for folder in (ROOT / "completions", ROOT / "rules_data" / "schemas"):
        assert set(folder.iterdir()) == {path for path in made() if path.parent == folder}
