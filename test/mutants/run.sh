#!/usr/bin/env bash
# Takes one safety out of the program after the other and demands that its tests notice.
#   test/mutants/run.sh [--check] [NAME...]    names without .sed; all by default
#   --check                                    only whether every pattern still changes its file
# Each *.sed says what it removes, from which file (`# in:`) and which test program notices it
# (`# noticed by:`, else engine_test). A file that has moved is found by its name. Works on a copy in
# build/mutants, built like the debug preset, so that ccache has most of it; for a mutant one file is
# compiled and its test program linked. Ends with a table, and well only if all were noticed.
set -euo pipefail
cd "$(dirname "$0")/../.."

root=build/mutants tree=build/mutants/tree
jobs=${CMAKE_BUILD_PARALLEL_LEVEL:-2}
parts=(CMakeLists.txt CMakePresets.json cmake packs src test fuzz bench)

check_only=
if [ "${1:-}" = --check ]; then check_only=yes; shift; fi
if [ $# -gt 0 ]; then scripts=("${@/#/test/mutants/}"); scripts=("${scripts[@]/%/.sed}")
else scripts=(test/mutants/*.sed); fi

header() { sed -n "s/^# $1: //p" "$2"; }

# file_of SCRIPT: the file it changes, by path or, if that has moved, by name.
file_of() {
  local file found
  file=$(header in "$1")
  [ -f "$file" ] && { printf '%s' "$file"; return; }
  found=$(find src -name "$(basename "$file")")
  if [ "$(printf '%s\n' "$found" | grep -c .)" = 1 ]; then printf '%s' "$found"; fi
}

# fault_of SCRIPT: why it cannot be tried; nothing if it can. Each of its lines must change something.
fault_of() {
  local file line
  file=$(file_of "$1")
  [ -n "$file" ] || { echo "there is no file $(header in "$1")"; return; }
  while IFS= read -r line; do
    if sed -E -e "$line" "$file" | cmp -s - "$file"; then
      echo "changes nothing in $file: $line"
      return
    fi
  done < <(grep -vE '^(#|$)' "$1")
}

faulty=0 runnable=()
for script in "${scripts[@]}"; do
  [ -f "$script" ] || { echo "there is no mutant $script"; exit 2; }
  fault=$(fault_of "$script")
  if [ -n "$fault" ]; then
    faulty=$((faulty + 1))
    echo "NOT TRIED: $(basename "$script" .sed): $fault"
  else
    runnable+=("$script")
  fi
done
if [ -n "$check_only" ]; then
  echo "mutants that apply: ${#runnable[@]}/${#scripts[@]}"
  [ $faulty = 0 ]
  exit
fi

# Makes the copy like the original, touching only what differs, so that nothing else is built again.
mirror() {
  local part from to
  mkdir -p "$tree"
  for part in "${parts[@]}"; do
    [ -e "$part" ] || continue
    if [ ! -e "$tree/$part" ]; then
      mkdir -p "$tree/$(dirname "$part")"
      cp -a "$part" "$tree/$part"
      rm -rf "$tree/test/e2e/node_modules"
      continue
    fi
    diff -rq -x node_modules "$part" "$tree/$part" | while IFS= read -r line; do
      case $line in
        "Only in $tree"*)
          from=${line#Only in }; rm -rf "${from/: //}" ;;
        "Only in "*)
          from=${line#Only in }; from=${from/: //}; cp -a "$from" "$tree/$from"; touch "$tree/$from" ;;
        "Files "*" differ")
          to=${line##* and }; to=${to% differ}; cp "${to#"$tree"/}" "$to" ;;
      esac
    done || true
  done
}

build() {  # PROGRAM
  cmake --build "$tree/build/debug" -j "$jobs" --target "$1" >"$root/build.log" 2>&1
}
passes() {  # PROGRAM NAME
  (cd "$tree" && FM_SOURCE_DIR=$PWD FM_BINARY_DIR=$PWD/build/debug \
    FOLKMOOT_BINARY=$PWD/build/debug/folkmoot \
    timeout 600 "build/debug/test/$1" --abort-after=1) >"$root/$2.log" 2>&1
}

program_of() { local named; named=$(header 'noticed by' "$1"); echo "${named:-engine_test}"; }

mirror
# The same paths as in the repository itself, seen from the build folder: ccache knows the objects.
export CCACHE_BASEDIR=$PWD/$tree CCACHE_NOHASHDIR=1
(cd "$tree" && { [ build/debug/build.ninja -nt CMakePresets.json ] ||
  cmake --preset debug >/dev/null; })

# A program that fails anyway notices everything.
for program in $(for script in "${runnable[@]}"; do program_of "$script"; done | sort -u); do
  build "$program" || { echo "$program does not build, see $root/build.log"; exit 1; }
  passes "$program" "unchanged_$program" ||
    { echo "$program fails without any change, see $root/unchanged_$program.log"; exit 1; }
done

killed=0 table=()
for script in "${runnable[@]}"; do
  name=$(basename "$script" .sed) file=$(file_of "$script") program=$(program_of "$script")
  began=$SECONDS
  sed -E -f "$script" "$file" >"$tree/$file"
  if ! build "$program"; then
    outcome="DOES NOT BUILD" what="see $root/$name.log"
    cp "$root/build.log" "$root/$name.log"
  elif passes "$program" "$name"; then
    outcome="NOT NOTICED" what="by $program"
  else
    killed=$((killed + 1)) outcome=noticed
    what=$(grep -m1 '^TEST CASE:' "$root/$name.log" || echo "$program ended")
    what=${what#TEST CASE: }
  fi
  cp "$file" "$tree/$file"
  table+=("$(printf '%-24s %-14s %4d s  %.70s' "$name" "$outcome" $((SECONDS - began)) "${what## }")")
  echo "${table[-1]}"
done

printf '\n%-24s %-14s %6s  %s\n' mutant outcome took 'first test that failed'
printf '%s\n' "${table[@]}"
echo "mutants noticed $killed/${#scripts[@]}, not tried $faulty, in $SECONDS s"
[ $killed = ${#scripts[@]} ]
