import type { Transport, TransportRequest, TransportResult } from "@parley/core";
import type { PostFate } from "./fate.ts";
import { canary, labelIn } from "./label.ts";
import type { Life } from "./life.ts";
import type { RunContext } from "./run-context.ts";

const timeout: TransportResult = { kind: "failure", failure: "timeout" };
const notSent: TransportResult = { kind: "failure", failure: "not-sent" };

/** A node's HTTP client, and the endpoints behind it. */
export class SimTransport implements Transport {
  readonly #world: RunContext;
  readonly #life: Life;

  constructor(world: RunContext, life: Life) {
    this.#world = world;
    this.#life = life;
  }

  async post({ url, body, signal, permit }: TransportRequest): Promise<TransportResult> {
    const life = this.#life;
    const askedAt = this.#world.now;
    const { message } = JSON.parse(body) as { message: { id: string; type: string } };
    const { id, type } = message;
    const typing = type === "typein" || type === "typeout";
    const fate = this.#world.fates.post(
      this.#world.channelAt(url),
      typing ? "typing" : (labelIn(JSON.stringify(message)) ?? "unlabelled"),
    );
    const unsent = (why: "permit" | "aborted" | "fate"): TransportResult => {
      this.#world.see({ kind: "unsent", messageId: id, why }, life);
      return notSent;
    };
    await Promise.race([this.#passing(fate.dialMs), aborted(signal)]);
    if (fate.end === "not-sent") return unsent("fate");
    if (signal.aborted) return unsent("aborted");
    if (!permit()) return unsent("permit");
    const call = this.#world.nextCall();
    const sent = { kind: "post", call, typing, messageId: id, url, body, askedAt } as const;
    this.#world.see({ ...sent, end: fate.end }, life);
    const result = await Promise.race([this.#answer(fate), aborted(signal).then(() => timeout)]);
    const positive = fate.end === "positive" && result !== timeout;
    this.#world.see({ kind: "post-end", call, aborted: signal.aborted, positive }, life);
    return result;
  }

  #passing(ms: number): Promise<void> {
    return ms === 0 ? Promise.resolve() : this.#life.elapse(ms);
  }

  async #answer({ end, takesMs }: PostFate): Promise<TransportResult> {
    const answer = answerOf(end);
    // No answer, or a late one: the deadline ends the attempt.
    if (answer === null) return new Promise(() => {});
    await this.#passing(takesMs);
    return answer;
  }
}

function answerOf(end: PostFate["end"]): TransportResult | null {
  switch (end) {
    case "positive":
      return response(200, '{"result":"ok"}');
    case "failure-shape":
      return response(200, `{"error":{"code":7,"message":"${canary}receiver-qz"}}`);
    case "failure-status":
      return response(503, `{"error":{"code":8,"message":"${canary}receiver-qz"}}`);
    case "redirect":
      return response(302, "");
    case "garbage":
      return response(200, `${canary}garbage-qz <html>`);
    case "http-status":
      return response(500, "");
    case "reply-lost":
      return { kind: "failure", failure: "unreadable-answer" };
    case "unreachable":
      return { kind: "failure", failure: "unreachable" };
    case "forbidden-target":
      return { kind: "failure", failure: "forbidden-target" };
    case "not-sent":
      return notSent;
    case "received":
    case "slow":
    case "dripping":
      return null;
  }
}

function response(status: number, body: string): TransportResult {
  return { kind: "response", status, body: new TextEncoder().encode(body), truncated: false };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener("abort", () => resolve(), { once: true }),
  );
}
