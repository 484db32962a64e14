import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import type { AppSettings } from "./apps.ts";
import { freePort } from "./program.ts";

interface Call {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

interface WebhookEvent {
  readonly id: string;
}

/** A gateway that does what a test says, and keeps what the app asks of it. */
export class ScriptedGateway {
  readonly settings: AppSettings;
  readonly calls: Call[] = [];
  /** Handed out, one at each poll. */
  readonly events: object[] = [];
  /** Statuses of the next answers to `POST /messages`; then 200. */
  readonly troubles: number[] = [];
  readonly #server: Server;

  private constructor(server: Server, settings: AppSettings) {
    this.#server = server;
    this.settings = settings;
    server.on("request", (request, response) => void this.#answer(request, response));
  }

  static async open(): Promise<ScriptedGateway> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    return new ScriptedGateway(server, {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/agents/app`,
      token: "agent_of_a_test",
      secret: `whsec_${randomBytes(32).toString("base64")}`,
      port: await freePort(),
      directory: mkdtempSync(join(tmpdir(), "parley-scripted-")),
    });
  }

  to(path: string): readonly Call[] {
    return this.calls.filter((call) => call.path === `/agents/app${path}`);
  }

  /** Posts an event to the app as a gateway does, or with other headers. Answers the status. */
  async push(event: WebhookEvent, changed: Record<string, string> = {}): Promise<number> {
    const headers = { ...this.signatureOf(event, changed["webhook-timestamp"]), ...changed };
    const url = `http://127.0.0.1:${this.settings.port}/`;
    return (await fetch(url, { method: "POST", headers, body: JSON.stringify(event) })).status;
  }

  /** The headers of an event (Standard Webhooks). */
  signatureOf(
    event: WebhookEvent,
    timestamp = String(Math.floor(Date.now() / 1_000)),
  ): Record<string, string> {
    const key = Buffer.from(this.settings.secret.slice("whsec_".length), "base64");
    const id = event.id.replaceAll(".", "_");
    const signed = `${id}.${timestamp}.${JSON.stringify(event)}`;
    return {
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${createHmac("sha256", key).update(signed).digest("base64")}`,
    };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await once(this.#server.close(), "close");
    rmSync(this.settings.directory, { recursive: true });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: path = "", headers } = request;
    const body = (await json(request)) as Call["body"];
    this.calls.push({ path, authorization: headers.authorization, body });
    const status = path.endsWith("/messages") ? (this.troubles.shift() ?? 200) : 200;
    const events = path.endsWith("/poll") ? this.events.splice(0, 1) : [];
    // An idle poll is to wait a moment.
    const afterMs = path.endsWith("/poll") && events.length === 0 ? 50 : 0;
    response.writeHead(status, { "retry-after": "1", "content-type": "application/json" });
    setTimeout(() => response.end(JSON.stringify({ events, until: 9e15 })), afterMs);
  }
}

/** A visitor's message. */
export const messageEvent = (id: string) => ({
  type: "visitor.message",
  id,
  conversationId: "c1",
  channelId: "shop",
  visitor: { id: "ann", name: "Ann" },
  message: { type: "text", text: "Is it in stock?" },
});
