import type { Append, AppendResult, InboundAppend } from "@parley/core";
import { isHeld } from "../../accounts.ts";
import { contract } from "../../contract.ts";
import type { Check, Run } from "../../run.ts";

interface Earlier {
  readonly content: string;
  readonly conversationId: string;
  readonly at: number;
}

/** Ruling 11 and idempotency keys, compared with a small model of the commits. */
export const repeats: Check = {
  name: "repeats",
  promise: "A sender's own retry is stored once, and nothing else is taken for one.",
  find: (run) => new Repeats(run).faults,
};

class Repeats {
  readonly faults: string[] = [];
  readonly #carried = new Map<string, Earlier[] | "tainted">();
  readonly #keys = new Set<string>();

  constructor({ entries }: Run) {
    for (const entry of entries) {
      if (entry.kind === "erased") this.#forget(entry.conversationId);
      if (entry.kind !== "commit") continue;
      entry.batch.appends.forEach((append, index) =>
        this.#append(append, entry.result.appends[index], entry.now),
      );
    }
  }

  #append(append: Append, result: AppendResult | undefined, now: number): void {
    if (result === undefined || !isHeld(result) || !("messages" in append)) return;
    const { conversationId, status } = result;
    const isRepeat =
      append.kind === "inbound"
        ? this.#isRepeat(append, conversationId, now)
        : this.#isKnownKey(conversationId, append.idempotencyKey);
    if (isRepeat === (status === "repeated")) return;
    this.faults.push(`${append.messages[0]} was ${status} in ${conversationId}`);
  }

  #isRepeat({ channelKey, identity }: InboundAppend, conversationId: string, at: number): boolean {
    if (identity === null) return false;
    const { content, messageId } = identity;
    const key = `${channelKey} ${messageId}`;
    const carried = this.#carried.get(key) ?? [];
    if (carried === "tainted") return false;
    if (carried.some((earlier) => earlier.content !== content)) {
      this.#carried.set(key, "tainted");
      return false;
    }
    const earlier = carried.findLast((one) => one.conversationId === conversationId);
    // An instant this far ahead is from before the clock was set back, so its age is unknown.
    if (earlier !== undefined && Math.abs(at - earlier.at) < contract.repeatMs) return true;
    this.#carried.set(key, [...carried, { content, conversationId, at }]);
    return false;
  }

  #isKnownKey(conversationId: string, key: string | null): boolean {
    const known = `${conversationId} ${key}`;
    if (key === null) return false;
    if (this.#keys.has(known)) return true;
    this.#keys.add(known);
    return false;
  }

  #forget(conversationId: string): void {
    for (const [key, carried] of this.#carried)
      if (carried !== "tainted")
        this.#carried.set(
          key,
          carried.filter((earlier) => earlier.conversationId !== conversationId),
        );
  }
}
