# Holds every #include "x/y.h" under src/ to cmake/layers.txt, and keeps slow headers from outside
# out of headers that other modules include.
# Run from the repository's root: awk -f cmake/check_layers.awk cmake/layers.txt SOURCES...

FILENAME ~ /layers\.txt$/ {
  if ($0 !~ /^[a-z]+:/) next
  module = $1
  sub(":", "", module)
  known[module] = 1
  may[module, module] = 1
  for (i = 2; i <= NF; i++) may[module, $i] = 1
  next
}

FNR == 1 {
  split(FILENAME, folders, "/")
  from = folders[2]
  is_test = FILENAME ~ /_(test|fuzz|bench)\.cc$/
  if (!(from in known)) complain("cmake/layers.txt does not list the module " from)
}

/^[ \t]*#[ \t]*include[ \t]*"/ {
  split($0, quoted, "\"")
  header = quoted[2]
  split(header, parts, "/")
  to = parts[1]
  if (to == header) complain("\"" header "\" must name its module: \"" from "/" header "\"")
  else if (to == "test" && is_test) next
  else if (!(to in known)) complain("\"" header "\" is in no module of cmake/layers.txt")
  else if (!((from, to) in may)) complain(from " may not include " to " (\"" header "\")")
  else if (from != to) place[header] = FILENAME ":" FNR
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
