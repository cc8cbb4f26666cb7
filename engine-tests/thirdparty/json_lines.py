#!/usr/bin/env python3
"""Compares what `--json` prints with docs/json.schema.json: `json_lines.py OZUTSU OZUTSU_MATCH`.

Every line of the commands below and every example of docs/json.md must fit the schema, every type of line must occur,
and docs/json.md must name every field. Needs `pip install jsonschema`.
"""

import json
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from jsonschema import Draft202012Validator

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "json.md").read_text()
SCHEMA = json.loads((DOCS / "json.schema.json").read_text())
RULES = "crates/rules/examples/minicannon.toml"

FILES = {
    "problems.epd": """shogi 8k/9/8P/9/9/9/9/9/K8 b G 1; bm G*1b; id "head gold"
shogi 8k/9/8P/9/9/9/9/9/K8 b G 1; bm G*2b
shogi 4k4/9/9/9/9/9/9/9/4K4 b - 1
""",
    "games.kif": "先手：Alice\n手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 ９四歩(93)\n5 投了\n",
    "mates.usi": """position sfen 8k/9/8P/9/9/9/9/9/K8 b G 1 moves G*1b
position sfen 8k/9/8P/9/9/9/9/9/K8 b G 1 moves G*5e
position startpos
""",
    "puzzle.usi": "startpos moves 6h6d 3b3e 2h2d 8b8e 2d2c 7b6c 2c2f+ 3e3h+ 1g1f C*9e 7g6g 6b2f 1f1e\n",
    # An engine that plays no legal move.
    "illegal.py": """import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "usi":
        print("option name UCI_Variant type combo default shogi var shogi")
    print({"usi": "usiok", "isready": "readyok", "go": "bestmove 1a1a"}.get(word, ""), flush=True)
""",
}
GAMES = ["cannonshogi", "taihoshogi", "shosu", "shosucourier", "cannonshosu", "shogi"]
OF_EVERY_GAME = ["show", "moves", "perft --divide 2", "go depth 4"]
COMMANDS = [
    *(f"{command} --variant {game}" for game in GAMES for command in OF_EVERY_GAME),
    "show --variant shosu --moves 'P-10g P-10d'",
    "show --variant shogi --sfen '4k4/9/4P4/9/9/9/9/9/4K4 b Gp 1' --moves G*5b",
    "show --variant shogi --sfen 'K8/PPPPPPPPP/+P8/9/9/9/9/9/8k b 2R2B4G 1'",
    "go --variant shogi --sfen 'K8/PPPPPPPPP/+P8/9/9/9/9/9/8k b 2R2B4G 1' depth 1",
    "go --variant shogi --sfen 'k8/1G7/K8/9/9/9/9/9/9 w - 1' depth 1",
    "go --multipv 3 --threads 2 nodes 100000",
    "go --file problems.epd depth 3",
    "go --file problems.epd mate 10000 nodes 5000",
    "study shosu --games 30 --nodes 10",
    f"study {Path(RULES).resolve()} --games 1 --nodes 10",
    "study shogi --handicaps --games 30 --nodes 10",
    "games",
    f"games --check {Path(RULES).resolve()}",
    "analyse games.kif depth 3",
    "analyse --variant shogi mates.usi depth 2",
    "puzzles --last 3 puzzle.usi",
    "puzzles --stored shosu",
]

validator = Draft202012Validator(SCHEMA)
Draft202012Validator.check_schema(SCHEMA)
types = {line["properties"]["type"]["const"]: line for line in SCHEMA["oneOf"]}
seen: set[str] = set()


def check(line: str, source: str) -> None:
    found = json.loads(line)
    # The errors of one type say more than those of all.
    schema = {**types[found["type"]], "$defs": SCHEMA["$defs"]}
    for error in Draft202012Validator(schema).iter_errors(found):
        sys.exit(f"{source}: {error.json_path}: {error.message}\n{line}")
    assert validator.is_valid(found), line
    seen.add(found["type"])


def run(command: list[str], folder: str, statuses: tuple[int, ...] = (0,)) -> None:
    output = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
    assert output.returncode in statuses, (command, output)
    for line in output.stdout.splitlines():
        check(line, " ".join(command))


def fields(schema: object) -> set[str]:
    """Return the names of all fields."""
    if isinstance(schema, list):
        return set().union(*map(fields, schema))
    if not isinstance(schema, dict):
        return set()
    names = set(schema["properties"]) if isinstance(schema.get("properties"), dict) else set()
    return names.union(*map(fields, schema.values()))


def main() -> None:
    ozutsu, match = (str(Path(path).resolve()) for path in sys.argv[1:])
    examples = [line for line in PAGE.splitlines() if line.startswith('{"type"')]
    for example in examples:
        check(example, "docs/json.md")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in FILES.items():
            Path(folder, name).write_text(text)
        seen.clear()
        for command in COMMANDS:
            run([ozutsu, *shlex.split(command), "--json"], folder)
        engines = [["-engine", f"name={name}", f"cmd={ozutsu}"] for name in ["one", "two", "three"]]
        both = [*engines[0], *engines[1]]
        play = "-each nodes=50 option.Hash=1 -variant shogi,shosu -repeat -json -ratinginterval 2 -maxmoves 30".split()
        run([match, *both, *play, "-rounds", "4", "-state", "a.state", "-sprt", "elo0=0", "elo1=10"], folder, (0, 3, 4))
        run([match, *both, *engines[2], *play, "-rounds", "2"], folder)
        run([match, "--merge", "a.state", "-json"], folder)
        illegal = ["-engine", "name=illegal", f"cmd={sys.executable}", "arg=illegal.py"]
        run([match, *engines[0], *illegal, *"-each nodes=50 -variant shogi -json".split()], folder)
    assert seen == set(types), set(types) - seen
    missing = [name for name in fields(SCHEMA) if f"`{name}`" not in PAGE and name != "type"]
    assert not missing, f"docs/json.md does not name {missing}"
    print(f"{len(seen)} types of lines, {len(examples)} examples")


main()
