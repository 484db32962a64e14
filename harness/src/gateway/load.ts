import { setTimeout as pause } from "node:timers/promises";
import { Agent, request } from "undici";
import { Balancer } from "./balancer.ts";
import type { Outside } from "./outside.ts";
import { Repeats } from "./repeats.ts";

/** One answer that a sender got; `status` 0 is none. */
export interface Answered {
  readonly direction: "in" | "out";
  readonly status: number;
  /** By the monotonic clock. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** One request on its way, from the moment it is sent. */
export type Asked = Pick<Answered, "direction" | "startedAt">;

/** Load in both directions, from senders that repeat each message until it is acknowledged. */
export interface Load {
  /** Delivery id → text, as answered to the agent app. */
  readonly sent: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

interface LoadOptions {
  readonly outside: Outside;
  readonly gatewayUrls: readonly string[];
  readonly ingressPath: string;
  /** Each is a visitor and the agent who writes to that visitor. */
  readonly visitors: number;
  /** Each way. */
  readonly perSecond: number;
  /** The agents write as well. Default: true; otherwise an agent app does, by itself. */
  readonly agentsWrite?: boolean;
  /** What a sender could not send while no gateway ran, it makes up for this time. Default 5 s. */
  readonly lagMs?: number;
  /** How long an answer may take before it counts as none, and how long its gateway is then left alone. */
  readonly patience?: { readonly answerMs: number; readonly avoidMs: number };
  readonly onAsk?: (asked: Asked) => void;
  /** `asked`: what `onAsk` was told of. */
  readonly onAnswer?: (answered: Answered, asked: Asked) => void;
}

type Send = (number: number) => Promise<boolean>;

const connections = 64;
const usualPatience = { answerMs: 10_000, avoidMs: 300 };
const usualLagMs = 5_000;
const againMs = 150;

export function startLoad(options: LoadOptions): Load {
  const { outside, gatewayUrls, ingressPath, visitors, onAsk, onAnswer } = options;
  const { lagMs = usualLagMs } = options;
  const { answerMs, avoidMs } = options.patience ?? usualPatience;
  const dispatcher = new Agent({ connections, pipelining: 1, headersTimeout: answerMs });
  const intervalMs = (1_000 * visitors) / options.perSecond;
  const stopping = new AbortController();
  const sent = new Map<string, string>();

  const balancer = new Balancer(gatewayUrls, avoidMs);
  const post = async (direction: "in" | "out", path: string, body: unknown) => {
    const url = balancer.pick();
    const asked = { direction, startedAt: performance.now() };
    onAsk?.(asked);
    const answer = await postTo(`${url}${path}`, body, dispatcher);
    const durationMs = performance.now() - asked.startedAt;
    if (answer.status === 0) balancer.avoid(url);
    onAnswer?.({ ...asked, status: answer.status, durationMs }, asked);
    return answer;
  };
  const paced = async (send: Send): Promise<void> => {
    await pause(Math.random() * intervalMs);
    let next = performance.now();
    for (let number = 0; !stopping.signal.aborted;) {
      if (!(await send(number))) {
        await pause(againMs * (0.5 + Math.random()));
        continue;
      }
      number += 1;
      next = Math.max(next + intervalMs, performance.now() - lagMs);
      await pause(Math.max(0, next - performance.now()));
    }
  };
  const repeats = new Repeats();
  const visitor =
    (id: string): Send =>
    async (number) => {
      const text = `in-${id}-${number}`;
      if (repeats.isTooLate(text)) outside.inbound.excuse(id);
      const message = { type: "text", text, id: text };
      const answer = await post("in", ingressPath, { sender: { id }, message });
      if (answer.status === 200) outside.inbound.acknowledge(id, text);
      return answer.status === 200;
    };
  const agent =
    (id: string): Send =>
    async (number) => {
      const conversationId = outside.conversations.get(id);
      if (conversationId === undefined) return false;
      const text = `out-${id}-${number}`;
      const answer = await post("out", "/send", { conversationId, text });
      if (answer.status !== 202) return false;
      outside.outbound.acknowledge(id, text);
      sent.set((JSON.parse(answer.body) as { deliveryId: string }).deliveryId, text);
      return true;
    };
  const ids = Array.from({ length: visitors }, (_, index) => `v${index}`);
  const { agentsWrite = true } = options;
  const loops = ids.flatMap((id) => [
    paced(visitor(id)),
    ...(agentsWrite ? [paced(agent(id))] : []),
  ]);
  const stop = async (): Promise<void> => {
    stopping.abort();
    await Promise.all(loops);
    await dispatcher.destroy();
  };
  return { sent, stop };
}

async function postTo(
  url: string,
  body: unknown,
  dispatcher: Agent,
): Promise<{ readonly status: number; readonly body: string }> {
  try {
    const answer = await request(url, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
      dispatcher,
    });
    return { status: answer.statusCode, body: await answer.body.text() };
  } catch {
    return { status: 0, body: "" };
  }
}
