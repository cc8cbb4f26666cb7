#!/usr/bin/env python3
"""Build the program as OpenBench does, and read what it prints as OpenBench's client does.

    python3 openbench_build.py OZUTSU FOLDER [MAKE_VARIABLE...]

Writes the programs to FOLDER. The exit status is 0 if the bench number is that of OZUTSU, and another one with another
network, and if the openings are positions with six fields.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
NETWORK = REPOSITORY / "crates" / "games" / "games" / "shogi" / "network.ozn"


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """Run a program and return what it prints."""
    return subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.PIPE, text=True).stdout


def build(program: Path, *variables: str) -> None:
    """Build the program in the folder that OpenBench is told."""
    run("make", "-j", f"EXE={program.name}", *variables, cwd=REPOSITORY / "crates" / "ozutsu")
    shutil.move(REPOSITORY / "crates" / "ozutsu" / program.name, program)


def bench(program: Path) -> int:
    """Return the bench number: the last number before `nodes`, on a line that also has a number before `nps`."""
    last = run(program, "bench").splitlines()[-1]
    found = re.search(r"(\d+)\s+nodes.*?(\d+)\s+nps", last)
    if found is None or int(found[2]) == 0:
        sys.exit(f"the bench has no nodes and nps: {last!r}")
    return int(found[1])


def change(network: bytes) -> bytes:
    """Return the network with another output bias."""
    bias, end = len(network) - 12, len(network) - 8
    changed = network[:bias] + (int.from_bytes(network[bias:end], "little") ^ 0x4000).to_bytes(4, "little")
    checksum = 0xCBF29CE484222325
    for byte in changed:
        checksum = (checksum ^ byte) * 0x100000001B3 % 2**64
    return changed + checksum.to_bytes(8, "little")


def check_openings(program: Path) -> None:
    """Check what `genfens` prints."""
    prefix = "info string genfens "
    for game, ranks in (("", 9), (" variant cannonshosu", 10)):
        request = f"genfens 4 seed 7 book None{game} "
        lines = run(program, request, "quit").splitlines()
        positions = [line.removeprefix(prefix) for line in lines if line.startswith(prefix)]
        if len(set(positions)) != 4 or run(program, request, "quit").splitlines() != lines:
            sys.exit(f"{request}: {lines}")
        for position in positions:
            board, side, _, _, *counters = position.split()
            if board.count("/") + 1 != ranks or side != "w" or len(list(map(int, counters))) != 2:
                sys.exit(f"not a position of {ranks} ranks with six fields: {position}")
            show = ["show", *game.replace("variant", "--variant").split(), "--sfen", position]
            run(program, *show)


def main() -> None:
    if len(sys.argv) < 3:
        sys.exit("usage: openbench_build.py OZUTSU FOLDER [MAKE_VARIABLE...]")
    ozutsu, folder = (Path(argument).resolve() for argument in sys.argv[1:3])
    folder.mkdir(parents=True, exist_ok=True)
    program, with_network, network = folder / "Ozutsu-1", folder / "Ozutsu-2", folder / "other.ozn"
    build(program, *sys.argv[3:])
    check_openings(program)
    network.write_bytes(change(NETWORK.read_bytes()))
    build(with_network, f"EVALFILE={network}", *sys.argv[3:])
    expected, found, with_other = bench(ozutsu), bench(program), bench(with_network)
    print(f"bench {found}, expected {expected}; with another network {with_other}")
    if found != expected or with_other == expected:
        sys.exit("these are not the networks that were asked for")


if __name__ == "__main__":
    main()
