import { type AddressInfo, createServer, type Socket } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import type { Misdeed } from "./blocking-server.ts";

const done = workerData as Int32Array;
const answer = (text: string): string =>
  `HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`;
let last: Socket | undefined;

const server = createServer({ noDelay: true }, (socket) => {
  last = socket;
  socket.on("error", () => {}).on("data", () => socket.write(answer("asked")));
});
server.listen(0, "127.0.0.1", () =>
  parentPort?.postMessage((server.address() as AddressInfo).port, []),
);

const misdeeds: Readonly<Record<Misdeed, (socket: Socket) => void>> = {
  close: (socket) => void socket.end(told),
  reset: (socket) => void socket.once("close", told).resetAndDestroy(),
  speak: (socket) => void socket.write(answer("unasked"), told),
};

parentPort?.on("message", (misdeed: Misdeed) => {
  if (last) misdeeds[misdeed](last);
});

function told(): void {
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
}
