#!/usr/bin/env bash
# Makes the stores of one release that the tests go on with: make.sh FOLKMOOT FAKE_PROVIDER RELEASE
#
# Every room is made by the real program, which is killed (SIGKILL) at the event that is named, so
# that what it leaves is what a crash leaves. Each room has a folder of its own, named after what it
# shows; README.md tells what. All of them are in one store, RELEASE.db.zst, so that the texts that they
# are pinned to are kept once. Run it with the release's own program, once, when the release is made.
# Needs: script (util-linux), sqlite3, zstd, cc.
set -euo pipefail

program=$(realpath "$1") fake=$(realpath "$2") release=$3
here=$(dirname "$(realpath "$0")")
work=/tmp/folkmoot-journals
rm -rf "$work"
mkdir -p "$work/config/folkmoot"
export FOLKMOOT_STORE=$work/store XDG_CONFIG_HOME=$work/config HOME=$work FOLKMOOT_AS=ada
export FOLKMOOT_REHEARSAL_WORDS_PER_SECOND=0 OPENAI_API_KEY=none NO_COLOR=1
unset OPENAI_BASE_URL FOLKMOOT_MODEL FOLKMOOT_TEAM

in_folder() { mkdir -p "$work/rooms/$1" && cd "$work/rooms/$1"; }
# Runs to rest. What a status means (3: it waits) is seen in the room.
moot() { "$program" "$@" --json >"$work/last.jsonl" 2>"$work/last.err" </dev/null || true; }
rehearse() { moot "$@" --model rehearsal; }
# Kills the program at the first event whose line fits the pattern.
kill_at() {
  local pattern=$1 pid
  shift
  rm -f "$work/pipe" && mkfifo "$work/pipe"
  FOLKMOOT_REHEARSAL_WORDS_PER_SECOND=${speed:-200} "$program" "$@" --json >"$work/pipe" 2>/dev/null </dev/null &
  pid=$!
  grep -q -m1 -E "$pattern" "$work/pipe" || echo "never seen in $PWD: $pattern" >&2
  kill -9 $pid
  wait $pid 2>/dev/null || true
}
has() { grep -q -E "$1" <("$program" room export "$(room_here)") || { echo "not in $PWD: $1" >&2; exit 1; }; }
room_here() { sqlite3 "$work/store/store.db" "select name from room where folder = '$PWD' order by id limit 1"; }
gate_here() { sqlite3 "$work/store/store.db" "select o.id from open o join room r on r.id = o.room where o.kind = 1 and r.folder = '$PWD' limit 1"; }
serve() {  # a model server with these rules
  printf '%s' "$1" >"$work/rules.json"
  coproc "$fake" "$work/rules.json"
  read -r port <&"${COPROC[0]}"
  export OPENAI_BASE_URL=http://127.0.0.1:$port/v1
  server=$COPROC_PID
}
unserve() { kill "$server"; wait "$server" 2>/dev/null || true; unset OPENAI_BASE_URL; }
# The same program with its wall clock set forward by so many seconds.
cat >"$work/later.c" <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>
int clock_gettime(clockid_t id, struct timespec* at) {
  static int (*real)(clockid_t, struct timespec*);
  if (!real) real = (int (*)(clockid_t, struct timespec*))dlsym(RTLD_NEXT, "clock_gettime");
  const int failed = real(id, at);
  if (id == CLOCK_REALTIME) at->tv_sec += atol(getenv("LATER"));
  return failed;
}
C
${CC:-cc} -shared -fPIC -o "$work/later.so" "$work/later.c" -ldl

wish="I want to build a booking page for a small barber shop"
answers="1: Regulars, 2: 900 euros, 3: classic, 4: no calendar yet"
topic="a tool library for our street"

# Ideations: one ended, and one for each round and for what follows the rounds.
ideation() { kill_at "$1" ideate "$topic" --preset full --model rehearsal; }
in_folder ideation-finished; rehearse ideate "$topic"; has '"completion":"success"'
in_folder ideation-kickoff; ideation '"turn.started".*"task":"kickoff"'
in_folder ideation-round-1; ideation '"turn.started".*"round":1,"task":"critique"'
in_folder ideation-round-2; ideation '"turn.started".*"round":2,"task":"implement"'
in_folder ideation-round-3; ideation '"turn.started".*"round":3,"task":"ideate_later"'
in_folder ideation-validation; ideation '"turn.started".*"task":"validate"'
in_folder ideation-selection; ideation '"turn.started".*"task":"select"'

# Conversations: one in each phase, with the gate that is open there.
in_folder idle; rehearse say "Hello, who are you all?"
in_folder discovery; rehearse say "$wish"; has '"question.asked"'
in_folder ready; rehearse say "$wish"; rehearse say "$answers"; rehearse say "Sounds good, I agree"
has '"gate.opened".*"type":"ready"'
in_folder synthesis; rehearse say "$wish"; rehearse say "$answers"
kill_at '"turn.started".*"task":"synthesise"' say "go ahead" --model rehearsal
in_folder approval; rehearse say "$wish"; rehearse say "$answers"; rehearse say "go ahead"
has '"gate.opened".*"type":"approval"'
in_folder execution; rehearse say "$wish"; rehearse say "$answers"; rehearse say "go ahead"
kill_at '"turn.started".*"task":"work"' say "yes" --model rehearsal
in_folder review; rehearse say "$wish"; rehearse say "$answers"; rehearse say "go ahead"; rehearse say "yes"
has '"gate.opened".*"type":"review"'
in_folder accepted; rehearse say "$wish"; rehearse say "$answers"; rehearse say "go ahead"; rehearse say "yes"
rehearse say "accept"; has '"completion":"success"'
in_folder resting; rehearse say "$wish"
LATER=1900 LD_PRELOAD=$work/later.so moot resume; has '"completion":"timeout"'
in_folder debate; rehearse say "$wish"
kill_at '"turn.started".*"task":"vote"' say "$answers" --model rehearsal

# Several projects, a room of its own (with its other half), an ideation inside a conversation.
in_folder several-projects; rehearse say "$wish"; rehearse say "/new I want to build a weather station for the roof"
rehearse say "Should I take Postgres or SQLite for a small shop?"; has '"project.created".*weather station'
in_folder own-room; rehearse say "$wish"; rehearse say "$answers"; rehearse say "/room"; has '"room.linked"'
in_folder ideation-called; rehearse say "$wish"; rehearse say "$answers"
kill_at '"turn.started".*"task":"critique"' say "Let's brainstorm how people find the page" --model rehearsal

# What models and money do: a failed project, parked turns, an interrupted turn, a budget.
refused='{"status": 401, "body": "{\"error\": {\"message\": \"Incorrect API key\"}}"}'
busy='{"status": 429, "body": "{\"error\": {\"message\": \"Slow down.\"}}", "headers": {"retry-after-ms": "0"}}'
in_folder failed; serve "{\"rules\": [$refused]}"; moot say "$wish" --model openai:any; unserve
has '"phase.changed".*"to":"failed"'
in_folder parked; serve "{\"rules\": [$busy]}"
kill_at '"gate.opened".*"type":"parked"' say "$wish" --model openai:any; unserve
in_folder ideation-parked; serve "{\"rules\": [$busy]}"
kill_at '"gate.opened".*"type":"parked"' ideate "$topic" --model openai:any; unserve
in_folder ideation-budget
printf 'budgets:\n  project: {turns: 3}\n' >"$work/config/folkmoot/config.yaml"
kill_at '"gate.opened".*"type":"budget"' ideate "$topic" --model rehearsal
rm "$work/config/folkmoot/config.yaml"
in_folder ideation-interrupted
rm -f "$work/keys" && mkfifo "$work/keys"
(FOLKMOOT_REHEARSAL_WORDS_PER_SECOND=4 TERM=xterm env --default-signal=INT -u NO_COLOR \
  script -qfec "$program ideate '$topic' --model rehearsal" /dev/null <"$work/keys" >"$work/screen" 2>&1 &)
exec 9>"$work/keys"
until [ "$(sqlite3 "$work/store/store.db" "select coalesce(max(head), 0) from room where folder = '$PWD'")" -ge 16 ]; do sleep 1; done
printf '\003' >&9
until [ -n "$(gate_here)" ]; do sleep 1; done
kill -9 "$(pgrep -f "^$program ideate" | head -1)"
exec 9>&-
has '"gate.opened".*"type":"interrupted"'

# Words that nobody has heard yet: the program is killed when they are durable.
in_folder unheard; rehearse say "$wish"
kill_at '"message.posted".*Regulars' say "$answers" --model rehearsal

rm -f "$work/$release.db"
sqlite3 "$work/store/store.db" "VACUUM INTO '$work/$release.db'"
zstd -q -f -19 "$work/$release.db" -o "$here/$release.db.zst"
ls -l "$here/$release.db.zst"
sqlite3 "$work/$release.db" "select replace(folder, '$work/rooms/', ''), name, state, head from room order by id"
