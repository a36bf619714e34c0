// A server over TLS that offers HTTP/2: node tls_server.mjs KEY CERTIFICATE. Prints its port.
// GET /hello answers at once; /slow begins and never ends; /facts tells of connections and requests.
import { createSecureServer } from "node:http2";
import { readFileSync } from "node:fs";

let connections = 0;
let aborted = 0;
const versions = new Set();

const server = createSecureServer(
  { key: readFileSync(process.argv[2]), cert: readFileSync(process.argv[3]), allowHTTP1: true },
  (request, response) => {
    versions.add(request.httpVersion);
    request.on("aborted", () => (aborted += 1));
    response.setHeader("content-type", "application/json");
    if (request.url === "/slow") {
      response.write("begun");
    } else if (request.url === "/facts") {
      response.end(JSON.stringify({ connections, aborted, versions: [...versions] }));
    } else {
      response.end("hello");
    }
  },
);
server.on("secureConnection", () => (connections += 1));
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
