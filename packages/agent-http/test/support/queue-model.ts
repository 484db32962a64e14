import assert from "node:assert/strict";
import type { Handed } from "./rig-client.ts";

interface KnownEvent {
  readonly conversationId: string;
  /** Tokens of its handings, in order. */
  readonly tokens: string[];
  leaseUntil: number;
  settledWith: string | null;
  postponedUntil: number;
}

/** What must hold of a pull queue, told in a few lines: the events of a conversation come one after the other. */
export class QueueModel {
  /** Ids of the events of each conversation, in the order of acceptance. */
  readonly #accepted = new Map<string, string[]>();
  readonly #events = new Map<string, KnownEvent>();

  accepted(conversationId: string): void {
    const ids = this.#accepted.get(conversationId) ?? [];
    ids.push(`${conversationId}.${ids.length + 1}`);
    this.#accepted.set(conversationId, ids);
  }

  /** An event that was handed out. */
  handed({ id, conversationId, token, mayBeRepeat }: Handed, now: number, leaseMs: number): void {
    const ids = this.#accepted.get(conversationId) ?? [];
    const earlier = ids.slice(0, ids.indexOf(id));
    const areSettled = earlier.every(
      (one) => (this.#events.get(one)?.settledWith ?? null) !== null,
    );
    assert.ok(ids.includes(id) && areSettled, "an event comes after all before it are settled");
    const known = this.#events.get(id);
    assert.equal(known?.settledWith ?? null, null, "a settled event never comes again");
    assert.ok((known?.leaseUntil ?? 0) <= now, "an event is with one poll at a time");
    assert.ok((known?.postponedUntil ?? 0) <= now, "a postponed event waits");
    assert.ok(mayBeRepeat || known === undefined, "only a first handing is certainly no repeat");
    const fresh = {
      conversationId,
      tokens: [],
      settledWith: null,
      postponedUntil: 0,
      leaseUntil: 0,
    };
    const event = known ?? fresh;
    assert.ok(!event.tokens.includes(token), "a token is never used again");
    event.tokens.push(token);
    event.leaseUntil = now + leaseMs;
    this.#events.set(id, event);
  }

  /** An acknowledgement, and its result. */
  acknowledged(id: string, token: string, result: unknown): void {
    const event = this.#events.get(id);
    if (event === undefined || !event.tokens.includes(token))
      return assert.equal(result, "unknown", "a token that was never handed out is unknown");
    if (event.settledWith === token)
      return assert.notEqual(result, "expired", "it is settled again, or forgotten");
    const isCurrent = event.settledWith === null && event.tokens.at(-1) === token;
    const isPostponed = event.postponedUntil > 0 && event.leaseUntil === 0;
    if (!isCurrent || isPostponed)
      return assert.notEqual(result, "settled", "an earlier token settles nothing");
    assert.equal(result, "settled", "the newest token settles");
    event.settledWith = token;
  }

  /** The app wants it later. Saying so twice does not make it longer. */
  postponed(id: string, now: number, forMs: number): void {
    const event = this.#events.get(id);
    if (event === undefined || event.settledWith !== null || event.postponedUntil > now) return;
    const until = now + forMs;
    event.postponedUntil = until;
    event.leaseUntil = 0;
  }

  /** Whether everything that was accepted is settled. */
  get isDone(): boolean {
    const ids = [...this.#accepted.values()].flat();
    return ids.every((id) => (this.#events.get(id)?.settledWith ?? null) !== null);
  }
}
