// A proxy that tunnels: node tunnel_proxy.mjs PORT. Whatever host is asked for, the tunnel ends at
// PORT on this machine. Prints its own port; GET /asked tells who was asked for, and with what name
// and password.
import { createServer } from "node:http";
import { connect } from "node:net";

const asked = [];
const server = createServer((request, response) => response.end(JSON.stringify({ asked })));
server.on("connect", (request, socket, head) => {
  asked.push(`${request.url} ${request.headers["proxy-authorization"] ?? ""}`);
  const far = connect(Number(process.argv[2]), "127.0.0.1", () => {
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    far.write(head);
    far.pipe(socket).pipe(far);
  });
  for (const end of [far, socket]) end.on("error", () => (far.destroy(), socket.destroy()));
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
