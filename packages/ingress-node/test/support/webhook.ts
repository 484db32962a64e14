import type { IncomingMessage } from "node:http";
import {
  type IncomingWebhook,
  type WebhookAnswer,
  webhookNode,
  type WebhookNodeOptions,
} from "../../src/index.ts";
import { listen } from "./served.ts";

interface Given extends WebhookNodeOptions {
  readonly take?: (webhook: IncomingWebhook) => Promise<WebhookAnswer>;
}

/** A webhook on a real socket, the bodies that it took, the requests that came, and what it logged. */
export async function webhookOn({ take, ...options }: Given = {}) {
  const bodies: string[] = [];
  const requests: IncomingMessage[] = [];
  const lines: unknown[] = [];
  const webhook = webhookNode(
    async (given) => {
      bodies.push(Buffer.from(given.body).toString());
      return (await take?.(given)) ?? { accepted: true };
    },
    { logger: { error: (...line) => void lines.push(line) }, ...options },
  );
  const client = await listen((request, response) => {
    requests.push(request);
    webhook(request, response);
  });
  return { client, bodies, requests, lines };
}

export function post(body: string, ...fields: readonly string[]): string {
  const lines = ["Host: x", `Content-Length: ${Buffer.byteLength(body)}`, ...fields].join("\r\n");
  return `POST /agent HTTP/1.1\r\n${lines}\r\n\r\n${body}`;
}
