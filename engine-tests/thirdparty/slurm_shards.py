#!/usr/bin/env python3
"""Play the shards of a match and of self-play in Slurm, and compare them with the same games played without it.

    python3 slurm_shards.py PROGRAMS FOLDER

Needs munged, slurmctld and slurmd, which it starts for this machine alone and ends again; all their files are in
FOLDER. PROGRAMS has ozutsu, ozutsu-match and ozutsu-learn. Some tasks of both arrays of jobs are killed and requeued,
and at least two of them in the middle of their work. The exit status is 0 if nothing is lost or played twice.
"""

import getpass
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

SHARDS = range(1, 9)
KILLED = 4
JOBS = Path(__file__).resolve().parents[2] / "tuning" / "cluster"
MATCH = "-each nodes=1000 option.Hash=1 -variant cannonshogi,shosu -repeat -rounds 96 -maxmoves 60 -seed 1".split()
PLAY = "--variant shogi --games 80 --nodes 300".split()
# Seconds after which something must have gone wrong.
PATIENCE = 300
CONFIGURATION = """\
ClusterName=ozutsu
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmdPort={node_port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CredType=cred/munge
# A task that is requeued waits until the credential of its first run has expired.
AuthInfo=socket={folder}/munge.socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_min_interval=100000,batch_sched_delay=0
SlurmdParameters=config_overrides
KillWait=5
NodeName={host} NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES State=UP
"""


def wait_for(condition: Callable[[], bool], what: str) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"waited {PATIENCE} seconds for {what}")
        time.sleep(0.05)


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """Run a program and return what it prints."""
    result = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=PATIENCE)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: status {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Slurm:
    """Slurm's daemons on this machine, as long as the context is open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.daemons: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> "Slurm":
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        configuration = self.folder / "slurm.conf"
        host = socket.gethostname().split(".")[0]
        configuration.write_text(
            CONFIGURATION.format(
                folder=self.folder,
                host=host,
                user=getpass.getuser(),
                controller_port=free_port(),
                node_port=free_port(),
            )
        )
        os.environ["SLURM_CONF"] = str(configuration)
        try:
            names = [("socket", "munge.socket"), ("pid-file", "munge.pid"), ("log-file", "munge.log")]
            names += [("key-file", "munge.key"), ("seed-file", "munge.seed")]
            options = [f"--{option}={self.folder / name}" for option, name in names]
            self.start("munged", "--foreground", "--force", *options)
            wait_for((self.folder / "munge.socket").exists, "munged")
            self.start("slurmctld", "-D", "-c")
            self.start("slurmd", "-D", "-c")
            wait_for(lambda: self.node_state().startswith("idle"), "a node that is idle")
        except BaseException:
            self.__exit__()
            raise
        return self

    def start(self, *command: str) -> None:
        """Start a daemon, which stays in the foreground."""
        path = shutil.which(command[0], path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
        if path is None:
            sys.exit(f"{command[0]} is not installed")
        with (self.folder / f"{command[0]}.out").open("wb") as output:
            self.daemons.append(subprocess.Popen([path, *command[1:]], stdout=output, stderr=output))

    def node_state(self) -> str:
        """Return the state of the node, or nothing while the controller does not answer."""
        for daemon in self.daemons:
            if daemon.poll() is not None:
                sys.exit(f"{daemon.args[0]} has ended with status {daemon.returncode}; see {self.folder}")
        return subprocess.run(["sinfo", "-h", "-o", "%t"], capture_output=True, text=True).stdout

    def __exit__(self, *_: object) -> None:
        for daemon in reversed(self.daemons):
            daemon.terminate()
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        # What is left if the script fails: tasks outlive the daemons.
        mark = f"SLURM_CONF={os.environ['SLURM_CONF']}".encode()
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if int(process.name) != os.getpid() and mark in (process / "environ").read_bytes().split(b"\0"):
                    os.kill(int(process.name), signal.SIGKILL)
            except (OSError, ValueError):
                continue


def tasks() -> dict[str, str]:
    """Return the states of all tasks that have not ended."""
    command = ["squeue", "-h", "-r", "-o", "%i %T"]
    lines = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
    return dict(line.split() for line in lines)


def play_array(job: str, arguments: list[str], folder: Path, count: Callable[[int], int]) -> None:
    """Run an array of jobs. Kill and requeue the first tasks for which `count`, the results so far, is above 0."""
    array = f"--array={SHARDS[0]}-{SHARDS[-1]}"
    script = str(JOBS / f"{job}.sbatch")
    number = run("sbatch", "--parsable", array, script, *arguments, cwd=folder).strip()
    killed: dict[int, int] = {}

    def kill_and_look() -> bool:
        states = tasks()
        for shard in SHARDS:
            task = f"{number}_{shard}"
            if len(killed) < KILLED and shard not in killed and states.get(task) == "RUNNING" and count(shard) > 0:
                # Fails if the task has just ended.
                subprocess.run(["scancel", "--full", "--signal=KILL", task], capture_output=True)
                wait_for(lambda task=task: tasks().get(task) is None, f"the end of {task}")
                killed[shard] = count(shard)
                run("scontrol", "requeue", task)
        return not any(task.startswith(f"{number}_") for task in states)

    wait_for(kill_and_look, f"the array of {job}")
    for shard, before in killed.items():
        print(f"{job}: shard {shard} was killed after {before} of {count(shard)}")
    if sum(before < count(shard) for shard, before in killed.items()) < 2:
        sys.exit(f"{job}: fewer than two tasks were killed in the middle of their work")


def pairs(states: list[Path]) -> list[object]:
    """Return the pairs of games in state files by their numbers, without the times."""
    lines = [json.loads(line) for state in states for line in state.read_text().splitlines()]
    found = [line for line in lines if "number" in line]
    for pair in found:
        del pair["pgn"]
        for search in pair["searches"]:
            del search["micros"]
    return sorted(found, key=lambda pair: pair["number"])


def table(match: Path, states: list[Path]) -> str:
    """Return the merged results without the engines' speeds."""
    text = run(match, "--merge", *states)
    return "\n".join(line for line in text.splitlines() if " knps, " not in line)


def compare_match(programs: Path, folder: Path) -> None:
    """Play a match in shards and as a whole."""
    match, engine = programs / "ozutsu-match", programs / "ozutsu"
    engines = ["-engine", "name=one", f"cmd={engine}", "-engine", "name=two", f"cmd={engine}", "nodes=400"]
    shards = [folder / f"shard-{shard}.state" for shard in SHARDS]

    def count(shard: int) -> int:
        state = shards[shard - 1]
        return state.read_text().count('{"number"') if state.exists() else 0

    command = [match, "--merge", "--watch", folder]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as watch:
        try:
            play_array("match", engines + MATCH, folder, count)
            watched = watch.communicate(timeout=PATIENCE)[0]
        finally:
            watch.kill()
    if "8 of 8 shards complete" not in watched or watch.returncode != 0:
        sys.exit(f"--watch: status {watch.returncode}\n{watched}")
    whole = folder / "whole.state"
    run(match, *engines, *MATCH, "-resume", whole)
    if pairs(shards) != pairs([whole]) or table(match, shards) != table(match, [whole]):
        sys.exit("the merged shards differ from the match that was played as a whole")
    print(table(match, shards))


def compare_self_play(programs: Path, folder: Path) -> None:
    """Play games in an array of jobs and one after the other."""
    learn = programs / "ozutsu-learn"
    shards = [folder / f"shard-{shard}.games" for shard in SHARDS]

    def count(shard: int) -> int:
        games = shards[shard - 1]
        return games.stat().st_size if games.exists() else 0

    play_array("play", PLAY, folder, count)
    alone = [folder / f"alone-{shard}.games" for shard in SHARDS]
    for shard, games in zip(SHARDS, alone):
        run(learn, "play", *PLAY, "--threads", "1", "--seed", str(shard), "--out", games)
        if games.read_bytes() != shards[shard - 1].read_bytes():
            sys.exit(f"the games of shard {shard} differ from those that were played without interruption")
    print(run(learn, "pack", *shards, "--out", folder / "all.games"), end="")


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("usage: slurm_shards.py PROGRAMS FOLDER")
    programs, folder = (Path(argument).resolve() for argument in sys.argv[1:])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))
    os.environ["PATH"] = f"{programs}:{os.environ['PATH']}"
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("slurm", "match", "play"):
        (folder / name).mkdir(parents=True)
    with Slurm(folder / "slurm"):
        compare_match(programs, folder / "match")
        compare_self_play(programs, folder / "play")


if __name__ == "__main__":
    main()
