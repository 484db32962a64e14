import type { Transport } from "@parley/core";
import { want } from "../want.ts";
import { RawServer } from "./raw-server.ts";
import { postOnce, resultText } from "./transport-trial.ts";

/** One check of the suite, on a fresh default transport, which may not reach loopback. */
export type GuardCheck = (title: string, body: (transport: Transport) => Promise<void>) => void;

/** Spellings of loopback, with a placeholder for the port. */
export const loopbackSpellings = [
  "http://127.0.0.1:PORT",
  "https://127.0.0.1:PORT",
  "https://127.1:PORT",
  "https://2130706433:PORT",
  "https://0x7f000001:PORT",
  "https://0177.0.0.1:PORT",
  "https://127.255.255.254:PORT",
  "https://0.0.0.0:PORT",
  "https://[::1]:PORT",
  "https://[::ffff:127.0.0.1]:PORT",
  "https://[::ffff:7f00:1]:PORT",
  "https://[::]:PORT",
  "https://localhost:PORT",
  "https://LOCALHOST.:PORT",
  "https://user:password@127.0.0.1:PORT",
] as const;

/** The address guard (ruling 20). The suite connects to loopback only; it never dials other private addresses. */
export function guardRules(check: GuardCheck): void {
  check(
    "an address that is not public is a forbidden target, however it is written",
    async (transport) => {
      const canary = await RawServer.open((socket) => void socket.end());
      let asked = 0;
      const permit = () => (asked += 1) > 0;
      try {
        for (const spelling of loopbackSpellings) {
          const url = spelling.replace("PORT", String(canary.port));
          const result = resultText(await postOnce(transport, { url, permit }));
          want(`${spelling}`, result, "forbidden-target");
        }
        want("no connection was made", canary.sockets.length, 0);
      } finally {
        await canary.close();
      }
      want("nor was the permit asked", asked, 0);
    },
  );
}
