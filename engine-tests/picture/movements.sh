#!/usr/bin/env bash
# Draws the pictures of docs/movements.md: movements.sh OZUTSU
set -euo pipefail
ozutsu=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
cd "$here/../../docs/movements"
for letter in W L H R M C D G S; do
    "$here/terminal.py" 60 "$ozutsu" piece --rules examples.toml --variant movements "$letter" > "$letter.svg"
done
