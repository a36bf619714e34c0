// Diffs of the fake tasks: a new file, a changed one, long lines, a large file, a picture.
import type { ChangedFile } from "../src/api/types.gen";
import { diffOf } from "../src/text/diff";

const words = `diff --git a/tests/words.txt b/tests/words.txt
new file mode 100644
--- /dev/null
+++ b/tests/words.txt
@@ -0,0 +1,420 @@
${Array.from({ length: 420 }, (_, i) => `+word ${i + 1}`).join("\n")}
`;

export const diffs: Record<string, string> = {
  "1.1": `diff --git a/diary.py b/diary.py
new file mode 100644
--- /dev/null
+++ b/diary.py
@@ -0,0 +1,6 @@
+"""The diary: one SQLite file."""
+import sqlite3
+
+
+def book(day, time, name):
+    ...
`,
  "1.2": `diff --git a/server.py b/server.py
index 1111111..2222222 100644
--- a/server.py
+++ b/server.py
@@ -8,12 +8,14 @@ class Handler(BaseHTTPRequestHandler):
 
     def do_POST(self):
         length = int(self.headers["Content-Length"])
-        body = json.loads(self.rfile.read(length))
-        name = body["name"]
+        if length > 4096:
+            return self.answer(413, "That is too long.")
+        body = json.loads(self.rfile.read(length))
+        name = html.escape(body["name"].strip())
         booked = self.diary.book(body["day"], body["time"], name)
         if not booked:
             return self.answer(409, "Somebody was quicker. Choose another time.")
-        self.answer(200, "Booked: " + name)
+        self.answer(200, f"Booked for {name} on {body['day']} at {body['time']}. The address of this page is the only way to cancel it, so keep it; nobody else is told.")
 
     def answer(self, status, text):
         self.send_response(status)
diff --git a/page.html b/page.html
index 3333333..4444444 100644
--- a/page.html
+++ b/page.html
@@ -1,4 +1,5 @@
 <!doctype html>
 <html lang="en">
+<meta name="viewport" content="width=device-width">
 <title>Free times</title>
-<button>book</button>
+<button>Send request</button>
\\ No newline at end of file
diff --git a/shop.png b/shop.png
new file mode 100644
Binary files /dev/null and b/shop.png differ
${words}`,
};

export const filesOf = (diff: string): ChangedFile[] => diffOf(diff).map(({ path, added, deleted, binary }) => ({ path, ...(binary ? { binary } : { added, deleted }) }));
