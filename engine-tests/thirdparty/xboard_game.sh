#!/usr/bin/env bash
# Plays a game of shogi in XBoard, the engine against itself through UCI2WB: xboard_game.sh OZUTSU
#
# Needs Debian's packages xboard, uci2wb, xvfb and xauth. XBoard checks that the moves are legal and detects mate
# and repetition itself. The exit status is 0 if the game ends without an illegal move, a forfeit or a crash.
set -euo pipefail
export PATH=$PATH:/usr/games

engine=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Use XBoard's settings for a new user.
export HOME=$folder
player="uci2wb -s $engine"

timeout 300 xvfb-run --auto-servernum xboard -variant shogi -matchGames 1 \
    -firstChessProgram "$player" -firstDirectory "$folder" \
    -secondChessProgram "$player" -secondDirectory "$folder" \
    -timeControl 0:10 -timeIncrement 0.05 -xponder -popupExitMessage false \
    -saveGameFile "$folder/game.pgn" -debugMode true -nameOfDebugFile "$folder/debug.log" \
    >"$folder/output" 2>&1 || true

fail() {
    printf 'XBoard: %s\n' "$1"
    cat "$folder/output"
    tail -n 40 "$folder/debug.log"
    exit 1
}
[[ -s $folder/game.pgn ]] || fail "no game was saved"
cat "$folder/game.pgn"
# The last line gives the reason and the result: {Xboard adjudication: Checkmate} 1-0
grep -qE '\} (1-0|0-1|1/2-1/2)$' "$folder/game.pgn" || fail "the game did not end"
if grep -E '\}.*(1-0|0-1|1/2-1/2)$' "$folder/game.pgn" | grep -qiE 'illegal|forfeit|exited|false|abort'; then
    fail "the game ended by a fault"
fi
grep -q 'Illegal move' "$folder/debug.log" && fail "a move was rejected as illegal"
exit 0
