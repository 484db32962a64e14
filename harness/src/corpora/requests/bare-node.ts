import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exchange, type ExchangeOptions } from "../../hostile-input/wire/wire.ts";
import { type BareOutcomes, type Outcome, outcomeOfBare } from "./door-comparison.ts";

/** What Node's own server makes of bytes, when whoever serves answers 200 to every request. */
export interface BareNode {
  outcomes(bytes: Uint8Array, options: ExchangeOptions): Promise<BareOutcomes>;
  close(): void;
}

/** Whoever serves may answer at once, or when the body is in: what is right for a door may lie between. */
export async function openBareNode(): Promise<BareNode> {
  const [strict, lenient] = [await openPair(true), await openPair(false)];
  return {
    outcomes: async (bytes, options) => ({
      strict: await strict.outcomes(bytes, options),
      lenient: await lenient.outcomes(bytes, options),
    }),
    close: () => {
      strict.close();
      lenient.close();
    },
  };
}

async function openPair(requireHostHeader: boolean) {
  const servers = [false, true].map((reads) =>
    createServer({ requireHostHeader }, (request, response) => {
      const answer = (): void => void response.writeHead(200, { "content-length": 2 }).end("ok");
      if (reads) request.on("end", answer).resume();
      else answer();
    }).listen(0, "127.0.0.1"),
  );
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  return {
    async outcomes(bytes: Uint8Array, options: ExchangeOptions): Promise<readonly Outcome[]> {
      const exchanges = await Promise.all(ports.map((port) => exchange(port, bytes, options)));
      return exchanges.map(({ answers }) => outcomeOfBare(answers));
    },
    close: () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}
