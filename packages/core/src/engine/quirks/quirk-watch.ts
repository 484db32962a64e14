import type { Channel } from "../../model/channel.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Digest } from "../../ports/platform/digest.ts";
import type { AcceptAnswer } from "../../ports/services/inbox.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import { readJson } from "../../protocol/json/json.ts";
import { hasByteOrderMark, partsOf, quirksOfBody, quirksOfHead } from "./body-quirks.ts";
import { IdentityMemory } from "./identity-memory.ts";
import type { QuirkName } from "./quirk-table.ts";
import { SampleBudget } from "./sample-budget.ts";

/** Maximum number of channels; past it, the channel that was sampled longest ago is removed. */
const channelLimit = 500;

/** The quirks seen on one channel since this node started. */
export interface QuirkCounts {
  /** Number of bodies inspected. */
  readonly samples: number;
  readonly counts: ReadonlyMap<QuirkName, number>;
}

interface Watched {
  samples: number;
  readonly counts: Map<QuirkName, number>;
  readonly identities: IdentityMemory;
}

/**
 * Inspects a few visitor bodies a second, after they were answered, for differences from the contract. Prefers
 * bodies that were refused or changed. Keeps names and counts per channel in memory, and no content of a body.
 */
export class QuirkWatch {
  readonly #timers: Timers;
  readonly #digest: Digest;
  readonly #budget: SampleBudget;
  readonly #channels = new Map<string, Watched>();

  constructor(clock: Clock, timers: Timers, digest: Digest) {
    this.#timers = timers;
    this.#digest = digest;
    this.#budget = new SampleBudget(clock);
  }

  /**
   * Passes one body and its answer. Only a few a second are inspected; for the others it costs one comparison.
   * `contentType`: `null` when there was none.
   */
  saw({ key }: Channel, body: Uint8Array, contentType: string | null, answer: AcceptAnswer): void {
    if (!this.#budget.allows(key, outcomeOf(answer))) return;
    this.#timers.soon(() => this.#look(key, body, contentType));
  }

  /** `null` when no body of this channel was inspected. */
  of({ key }: Channel): QuirkCounts | null {
    return this.#channels.get(key) ?? null;
  }

  #look(key: string, body: Uint8Array, contentType: string | null): void {
    const watched = this.#watched(key);
    watched.samples += 1;
    const json = readJson(body);
    const value = json.ok ? json.value : null;
    const parts = partsOf(value);
    const found = [
      ...quirksOfHead(contentType),
      ...(hasByteOrderMark(body) ? (["byte-order-mark"] as const) : []),
      ...quirksOfBody(value),
      ...(parts === null ? [] : watched.identities.quirksOf(parts)),
    ];
    for (const name of found) watched.counts.set(name, (watched.counts.get(name) ?? 0) + 1);
  }

  #watched(key: string): Watched {
    const watched = this.#channels.get(key) ?? {
      samples: 0,
      counts: new Map(),
      identities: new IdentityMemory(this.#digest),
    };
    this.#channels.delete(key);
    this.#channels.set(key, watched);
    const [oldest] = this.#channels.keys();
    if (this.#channels.size > channelLimit && oldest !== undefined) this.#channels.delete(oldest);
    return watched;
  }
}

/** The outcome of a body, by which samples are chosen; empty when the body was accepted without a change. */
function outcomeOf(answer: AcceptAnswer): string {
  if (!answer.accepted) return `${answer.refusal.code} ${answer.refusal.field ?? ""}`;
  return answer.warnings.map(({ field }) => field).join(" ");
}
