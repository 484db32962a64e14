import { Duplex } from "node:stream";

let isSteady = false;

/**
 * Has Node end a stream by an error once, before there is anything to lose. In a gateway the first that ends so, such as a
 * connection that was idle for long, cost some ninety optimised functions of Node's ("dependent prototype chain changed",
 * as `node --log-deopt` counts them), which were made anew while messages waited; behind this it costs five to eleven.
 */
export function steadyStreams(): void {
  if (isSteady) return;
  isSteady = true;
  const stream = new Duplex();
  // Nobody is to hear of it.
  stream.on("error", () => {});
  stream.destroy(new Error("once"));
}
