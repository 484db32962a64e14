import { freePorts } from "../../../../examples/quickstart/test/support/free-port.ts";

/** An address of this machine at which nobody listens, not even another test after a while. */
export async function nobody(): Promise<string> {
  const [port = 0] = await freePorts(1);
  return `http://127.0.0.1:${port}`;
}
