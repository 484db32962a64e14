import { setTimeout as pause } from "node:timers/promises";
import { Agent, request } from "undici";
import type { Outside } from "./outside.ts";

/** Load in both directions, each at `perSecond`, spread over `visitors` senders that send one after the other. */
export interface Load {
  stop(): Promise<void>;
}

interface LoadOptions {
  readonly outside: Outside;
  readonly gatewayUrl: string;
  readonly ingressPath: () => string | null;
  readonly visitors: number;
  readonly perSecond: number;
}

export function startLoad({
  outside,
  gatewayUrl,
  ingressPath,
  visitors,
  perSecond,
}: LoadOptions): Load {
  const dispatcher = new Agent({ connections: visitors * 2, pipelining: 1 });
  const intervalMs = (1_000 * visitors) / perSecond;
  const stopping = new AbortController();
  const post = async (path: string, body: unknown) => {
    try {
      const answer = await request(`${gatewayUrl}${path}`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
        dispatcher,
        headersTimeout: 10_000,
      });
      return { status: answer.statusCode, body: await answer.body.text() };
    } catch {
      return { status: 0, body: "" };
    }
  };
  const paced = async (send: (number: number) => Promise<void>) => {
    await pause(Math.random() * intervalMs);
    let next = performance.now();
    for (let number = 0; !stopping.signal.aborted; number += 1) {
      await send(number);
      next = Math.max(next + intervalMs, performance.now() - 1_000);
      await pause(Math.max(0, next - performance.now()));
    }
  };
  const visitor = (id: string) =>
    paced(async (number) => {
      const path = ingressPath();
      if (path === null) return;
      const text = `in-${id}-${number}`;
      const answer = await post(path, {
        sender: { id },
        message: { type: "text", text, id: text },
      });
      if (answer.status === 200) outside.inbound.acknowledge(id, text);
    });
  const agent = (id: string) =>
    paced(async (number) => {
      const conversationId = outside.conversations.get(id);
      if (conversationId === undefined) return;
      const text = `out-${id}-${number}`;
      const answer = await post("/send", { conversationId, key: text, text });
      if (answer.status !== 202) return;
      outside.outbound.acknowledge(id, text);
      outside.sent.set((JSON.parse(answer.body) as { deliveryId: string }).deliveryId, text);
    });
  const ids = Array.from({ length: visitors }, (_, index) => `v${index}`);
  const loops = ids.flatMap((id) => [visitor(id), agent(id)]);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
      await dispatcher.destroy();
    },
  };
}
