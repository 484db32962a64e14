import {
  type Outbox,
  type Refusal,
  refuse,
  type SendAnswer,
  type SendRequest,
  type TypingType,
} from "@parley/core";
import type { Trouble } from "./agent-app.ts";
import type { NodeLife } from "./nodes/node-life.ts";

/** An `Outbox` that records every call and fails on request, as with a failing store. */
export class ScriptedOutbox implements Outbox {
  readonly sends: SendRequest[] = [];
  /** Of every call that was refused, the latest last. */
  readonly refusals: Refusal[] = [];
  readonly typings: { readonly conversationId: string; readonly type: TypingType }[] = [];
  trouble: Trouble | null = null;
  /** How long callers are asked to wait; `null`: they are answered. */
  busyForSeconds: number | null = null;
  /** `false`: every conversation is another agent app's by now. */
  isOwner = true;
  readonly #inner: Outbox;

  constructor(inner: Outbox) {
    this.#inner = inner;
  }

  send(request: SendRequest): Promise<SendAnswer> {
    this.sends.push(request);
    return this.#through(() => this.#inner.send(request));
  }

  sendAgain(conversationId: string, sequence: number): Promise<SendAnswer> {
    return this.#through(() => this.#inner.sendAgain(conversationId, sequence));
  }

  typing(conversationId: string, type: TypingType): void {
    this.typings.push({ conversationId, type });
    this.#inner.typing(conversationId, type);
  }

  /** The outbox of a node of the bench: recorded here, and failing like this one. Faults may come around a call. */
  over(inner: Outbox, life: NodeLife): Outbox {
    const lost = (): SendAnswer => refused(storeUnavailable());
    return {
      send: (request) => {
        this.sends.push(request);
        return this.#through(() => life.step("send", () => inner.send(request), lost));
      },
      sendAgain: (conversationId, sequence) =>
        this.#through(() =>
          life.step("sendAgain", () => inner.sendAgain(conversationId, sequence), lost),
        ),
      typing: (conversationId, type) => {
        this.typings.push({ conversationId, type });
        if (life.isRunning) inner.typing(conversationId, type);
      },
    };
  }

  async #through(send: () => Promise<SendAnswer>): Promise<SendAnswer> {
    const answer = await this.#answerTo(send);
    if (!answer.accepted) this.refusals.push(answer.refusal);
    return answer;
  }

  async #answerTo(send: () => Promise<SendAnswer>): Promise<SendAnswer> {
    const { trouble, busyForSeconds, isOwner } = this;
    if (!isOwner) return refused(refuse("notOwner"));
    if (busyForSeconds !== null)
      return refused(refuse("tooManyRequests", { retryAfterSeconds: busyForSeconds }));
    if (trouble === "silent") return new Promise(() => {});
    if (trouble === "refusing") return refused(refuse("invalidField", { field: "message" }));
    if (trouble === "away") return refused(storeUnavailable());
    const answer = await send();
    return trouble === "answer-lost" ? refused(storeUnavailable()) : answer;
  }
}

function storeUnavailable(): Refusal {
  return refuse("storeUnavailable", { retryAfterSeconds: 1 });
}

function refused(refusal: Refusal): SendAnswer {
  return { accepted: false, refusal };
}
