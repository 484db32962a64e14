import { Duplex } from "node:stream";

let isSteady = false;

/**
 * Has Node end a stream by an error once, before there is anything to lose. The first that ends so in a process, such as a
 * connection that was idle for long, changes what all streams inherit from; by then some ninety functions of Node's depend on
 * that as it was, and all of them would be optimised anew while messages wait.
 */
export function steadyStreams(): void {
  if (isSteady) return;
  isSteady = true;
  const stream = new Duplex();
  // Nobody is to hear of it.
  stream.on("error", () => {});
  stream.destroy(new Error("once"));
}
