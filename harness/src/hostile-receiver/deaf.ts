import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

/* A process that listens, and then stands still: what connects waits in the system's queue, and what comes later outside. */

const server = createServer();
await once(server.listen(0, "127.0.0.1", 1), "listening");
process.send?.((server.address() as AddressInfo).port, () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
