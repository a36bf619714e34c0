#!/usr/bin/env bash
# A `folkmoot say` under valgrind that is ended by SIGTERM in its first turn: the program must leave
# in good order, with nothing used after it was freed and nothing lost.
#   test/valgrind.sh [BUILD]    build/debug by default; that build needs folkmoot and fake_provider
# Exit status: 0 nothing found, 1 errors or definite leaks (they are printed), 2 it could not be tried.
set -euo pipefail
cd "$(dirname "$0")/.."

build=${1:-build/debug}
patience=300  # seconds; valgrind makes a start some thirty times as long

give_up() { printf 'valgrind.sh: %s\n' "$*" >&2; exit 2; }
command -v valgrind >/dev/null || give_up "valgrind is missing: apt-get install -y valgrind"
for program in folkmoot test/fake_provider; do
  [ -x "$build/$program" ] || give_up "there is no $build/$program; run: ./dev build"
done
build=$(cd "$build" && pwd)

scratch=$(mktemp -d) server='' program=''
clean_up() {
  [ -z "$program" ] || kill -9 "$program" 2>/dev/null || true
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$scratch"
}
trap clean_up EXIT

# A model that has been asked and does not answer: the turn is under way for as long as we like.
echo '{"rules": [{"head_delay_ms": 600000, "text": "late"}]}' >"$scratch/script.json"
"$build/test/fake_provider" "$scratch/script.json" >"$scratch/port" </dev/null &
server=$!
for _ in $(seq 100); do [ -s "$scratch/port" ] && break; sleep 0.1; done
port=$(cat "$scratch/port")
[ -n "$port" ] || give_up "the fake provider does not start"

held() {  # whether it has been asked
  local answer
  exec 7<>"/dev/tcp/127.0.0.1/$port" || return 1
  printf 'GET /ledger HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&7
  answer=$(timeout 5 cat <&7 || true)
  exec 7>&-
  [[ $answer =~ \"held\":\ *[1-9] ]]
}

# Valgrind 3.19 gives up on the line tables that clang 19 writes; the names of functions stay.
strip --strip-debug -o "$scratch/folkmoot" "$build/folkmoot"
mkdir "$scratch/home"
(
  cd "$scratch/home"
  exec env -i PATH="$PATH" HOME="$scratch/home" LANG=C.UTF-8 \
    OPENAI_BASE_URL="http://127.0.0.1:$port/v1" OPENAI_API_KEY= FOLKMOOT_STORE="$scratch/store" \
    valgrind --quiet --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
    --error-exitcode=99 --num-callers=40 --log-file="$scratch/found" \
    "$scratch/folkmoot" say "@leader hello" --model openai:any --plain
) >"$scratch/out" 2>&1 </dev/null &
program=$!

waited=0
until held; do
  kill -0 "$program" 2>/dev/null || { cat "$scratch/out" "$scratch/found" >&2; give_up "it ended by itself"; }
  [ $((waited += 1)) -le $patience ] || give_up "the first turn did not begin in $patience s"
  sleep 1
done
kill -TERM "$program"
waited=0
while kill -0 "$program" 2>/dev/null; do
  [ $((waited += 1)) -le $patience ] || give_up "it did not end within $patience s of SIGTERM"
  sleep 1
done
status=0
wait "$program" || status=$?
program=''

if [ -s "$scratch/found" ]; then
  cat "$scratch/found"
  printf 'valgrind.sh: errors or definite leaks, see above (status %d)\n' "$status"
  exit 1
fi
# 130 is how the program says that it was told to stop.
[ $status = 130 ] || { cat "$scratch/out" >&2; give_up "it ended with status $status instead of 130"; }
echo "valgrind.sh: no errors, no definite leaks"
