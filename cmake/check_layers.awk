# Holds every #include "x/y.h" under src/ to cmake/layers.txt, and keeps slow headers from outside
# out of headers that other modules include.
# Run from the repository's root: awk -f cmake/check_layers.awk cmake/layers.txt SOURCES...

FILENAME ~ /layers\.txt$/ {
  if ($0 ~ /^[a-z]+:/) {
    module = $1
    sub(":", "", module)
    known[module] = 1
    may[module, module] = 1
    for (i = 2; i <= NF; i++) may[module, $i] = 1
  } else if ($0 ~ /^  [a-z.]+:/) {
    room = $1
    sub(":", "", room)
    has_rooms[module] = 1
    rooms[module, room] = 1
    may_room[module, room, room] = 1
    for (i = 2; i <= NF; i++) may_room[module, room, $i] = 1
  }
  next
}

FNR == 1 {
  depth = split(FILENAME, folders, "/")
  from = folders[2]
  from_room = depth > 3 ? folders[3] : "."
  is_test = FILENAME ~ /_(test|fuzz|bench)\.cc$/
  helps_tests = FILENAME ~ /testing(_cases)?\.(h|cc)$/
  if (!(from in known)) complain("cmake/layers.txt does not list the module " from)
  else if (has_rooms[from] && !((from, from_room) in rooms) && !is_test)
    complain("cmake/layers.txt does not list " from "/" from_room)
}

/^[ \t]*#[ \t]*include[ \t]*"/ {
  split($0, quoted, "\"")
  header = quoted[2]
  deep = split(header, parts, "/")
  to = parts[1]
  to_room = deep > 2 ? parts[2] : "."
  if (to == header) complain("\"" header "\" must name its module: \"" from "/" header "\"")
  else if (to == "test" && (is_test || helps_tests)) next
  else if (!(to in known)) complain("\"" header "\" is in no module of cmake/layers.txt")
  else if (!((from, to) in may)) complain(from " may not include " to " (\"" header "\")")
  else if (from != to) place[header] = FILENAME ":" FNR
  else if (has_rooms[from] && !is_test && !helps_tests && !((from, from_room, to_room) in may_room))
    complain(from "/" from_room " may not include " from "/" to_room " (\"" header "\")")
}

/^[ \t]*#[ \t]*include[ \t]*<(boost\/(asio|beast)|CLI\/|yaml-cpp\/|curl\/|sqlite3|libpq|histedit)/ {
  slow[substr(FILENAME, 5)] = $2
}

function complain(what) {
  printf "%s:%d: %s\n", FILENAME, FNR, what
  failed = 1
}

END {
  for (header in place)
    if (header in slow) {
      printf "%s: \"%s\" brings %s to another module\n", place[header], header, slow[header]
      failed = 1
    }
  exit failed
}
