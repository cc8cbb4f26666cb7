"""Runs the examples of docs/python.md, in a process that has loaded no games."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs/python.md"


def test_examples(tmp_path):
    run = subprocess.run([sys.executable, __file__], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
    assert (tmp_path / "game.kif").exists()


def main():
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
    runner = doctest.DocTestRunner()
    runner.run(examples)
    sys.exit(runner.tries == 0 or runner.failures > 0)


if __name__ == "__main__":
    main()
