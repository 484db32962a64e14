import { freePorts } from "../../../../examples/quickstart/test/support/free-port.ts";

/** A local address without a listener, which no later test uses either. */
export async function nobody(): Promise<string> {
  const [port = 0] = await freePorts(1);
  return `http://127.0.0.1:${port}`;
}
