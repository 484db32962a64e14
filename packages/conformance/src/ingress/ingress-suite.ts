import type { Inbox } from "@parley/core";
import { citeRules } from "../cite-rules.ts";
import { addressRules } from "./addresses.ts";
import { bodyRules } from "./bodies.ts";
import { type IngressCheck, IngressTrial } from "./ingress-trial.ts";
import { messageRules } from "./messages.ts";
import { ScriptedInbox } from "./scripted-inbox.ts";
import { troubleRules } from "./trouble.ts";
import type { Runner } from "../runner.ts";
import { sources } from "../sources.ts";

/** Settings for the server of a test: as in production, but with shorter timeouts. */
export interface IngressSetting {
  /** Time for a request's headers. */
  readonly headersTimeoutMs: number;
  /** Time for a whole request. */
  readonly requestTimeoutMs: number;
}

/** A server on loopback. */
export interface OpenedIngress {
  /** URL of the mount point (`{base_url}`) on 127.0.0.1. */
  readonly url: string;
  /** Closes the server and its connections. */
  close(): Promise<void>;
}

/** Opens a server over this inbox, without rate limits. */
export type OpenIngress = (inbox: Inbox, setting: IngressSetting) => Promise<OpenedIngress>;

const setting: IngressSetting = { headersTimeoutMs: 300, requestTimeoutMs: 600 };

/** Tests an ingress adapter: the two endpoints of §4 over a scripted inbox, on real sockets. */
export function ingressSuite(runner: Runner, name: string, open: OpenIngress): void {
  const { it } = citeRules(runner, sources.ingress);
  const check: IngressCheck = (title, body) =>
    void it(title, async () => {
      const inbox = new ScriptedInbox();
      const { url, close } = await open(inbox, setting);
      await body(new IngressTrial(inbox, url)).finally(close);
    });
  runner.describe(`${name} as an ingress`, () => {
    runner.describe("addresses", () => addressRules(check));
    runner.describe("messages", () => messageRules(check));
    runner.describe("bodies", () => bodyRules(check));
    runner.describe("trouble", () => troubleRules(check));
  });
}
