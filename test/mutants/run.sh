#!/usr/bin/env bash
# Takes one safety out of the engine after the other and demands that its tests notice.
#   test/mutants/run.sh [NAME...]    names without .sed; all by default
# Each *.sed says what it removes and from which file. Works on a copy in build/mutants.
set -euo pipefail
cd "$(dirname "$0")/../.."

root=build/mutants
tree=$root/tree
jobs=${CMAKE_BUILD_PARALLEL_LEVEL:-2}
mkdir -p "$tree"
export CCACHE_BASEDIR=$PWD/$tree CCACHE_NOHASHDIR=1
for part in CMakeLists.txt cmake packs src test fuzz bench; do
  [ ! -e "$part" ] || { rm -rf "${tree:?}/$part"; cp -a "$part" "$tree/$part"; }
done
cmake -S "$tree" -B "$root/build" -G Ninja -DCMAKE_BUILD_TYPE=Debug \
  -DCMAKE_CXX_COMPILER=clang++-19 "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g0" >/dev/null

# notices: whether the tests fail. The crash tests are built only where the others see nothing.
notices() {
  for program in engine_test crash_test; do
    cmake --build "$root/build" -j "$jobs" --target $program >"$root/build.log" 2>&1 ||
      { echo "does not build, see $root/build.log"; exit 1; }
    timeout 300 "$root/build/test/$program" --abort-after=1 >"$root/$1.log" 2>&1 || return 0
  done
  return 1
}

if [ $# -gt 0 ]; then scripts=("${@/#/test/mutants/}"); scripts=("${scripts[@]/%/.sed}")
else scripts=(test/mutants/*.sed); fi
killed=0 survivors=()
for script in "${scripts[@]}"; do
  name=$(basename "$script" .sed)
  file=$(sed -n 's/^# in: //p' "$script")
  sed -E -f "$script" "$file" >"$tree/$file"
  if cmp -s "$file" "$tree/$file"; then echo "$name changes nothing in $file"; exit 1; fi
  if notices "$name"; then
    killed=$((killed + 1))
    echo "killed: $name ($(sed -n 's/^# //p' "$script" | head -1))"
  else
    survivors+=("$name")
    echo "NOT NOTICED: $name"
  fi
  cp "$file" "$tree/$file"
done
echo "mutants killed $killed/${#scripts[@]}"
[ ${#survivors[@]} = 0 ]
