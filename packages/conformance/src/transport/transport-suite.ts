import { answerRules } from "./answers.ts";
import type { Endpoint } from "./endpoint.ts";
import { failureRules } from "./failures.ts";
import { guardRules } from "./guard.ts";
import { LoopbackEndpoint } from "./loopback-endpoint.ts";
import { type OpenedTransport, type TransportCheck, TransportTrial } from "./transport-trial.ts";
import { wireRules } from "./wire.ts";
import { citeRules } from "../cite-rules.ts";
import type { Runner } from "../runner.ts";
import { sources } from "../sources.ts";

/** `allowed`: a transport that may post to `http://127.0.0.1`; `forbidden`: one as in production. */
export interface TransportSetting {
  readonly loopback: "allowed" | "forbidden";
}

/** Opens a fresh transport. */
export type OpenTransport = (setting: TransportSetting) => Promise<OpenedTransport>;

/** A transport and its endpoint. */
export interface OpenedExchange extends OpenedTransport {
  readonly endpoint: Endpoint;
}

/** Tests a `Transport` on real sockets. */
export function transportSuite(runner: Runner, name: string, open: OpenTransport): void {
  transportExchangeSuite(runner, name, async () => {
    const [opened, endpoint] = [await open({ loopback: "allowed" }), await LoopbackEndpoint.open()];
    const close = () => opened.close().finally(() => endpoint.close());
    return { transport: opened.transport, endpoint, close };
  });
  const { describe } = runner;
  const wire = citeRules(runner, sources.transportWire);
  describe(`${name} on the wire`, () => {
    wireRules((title, body) => wire.it(title, () => using(open({ loopback: "allowed" }), body)));
    guardRules((title, body) => wire.it(title, () => using(open({ loopback: "forbidden" }), body)));
  });
}

/** The part of `transportSuite` without sockets, for a fake transport with its own endpoint. */
export function transportExchangeSuite(
  runner: Runner,
  name: string,
  open: () => Promise<OpenedExchange>,
): void {
  const { it } = citeRules(runner, sources.transport);
  const check: TransportCheck = (title, body) =>
    void it(title, async () => {
      const opened = await open();
      const { endpoint } = opened;
      await using(opened, (transport) => body(new TransportTrial(transport, endpoint)));
    });
  runner.describe(`${name} as a Transport`, () => {
    runner.describe("answers", () => answerRules(check));
    runner.describe("failures", () => failureRules(check));
  });
}

async function using(
  opening: Promise<OpenedTransport> | OpenedTransport,
  body: (transport: OpenedTransport["transport"]) => Promise<void>,
): Promise<void> {
  const opened = await opening;
  await body(opened.transport).finally(() => opened.close());
}
