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

/** Channels that are remembered at most; past it the one that was sampled longest ago is forgotten. */
const channelLimit = 500;

/** What was seen of one channel since this node started. */
export interface QuirkCounts {
  /** Bodies that were looked at. */
  readonly samples: number;
  readonly counts: ReadonlyMap<QuirkName, number>;
}

interface Watched {
  samples: number;
  readonly counts: Map<QuirkName, number>;
  readonly identities: IdentityMemory;
}

/**
 * Looks at a few visitor bodies a second after they were answered, refused and changed ones before others, for the ways
 * in which integrating systems differ from the contract. Keeps names and counts per channel, in memory, and nothing of a body.
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

  /** One body and its answer. All but a few a second cost a comparison. `contentType`: `null` when there was none. */
  saw({ key }: Channel, body: Uint8Array, contentType: string | null, answer: AcceptAnswer): void {
    if (!this.#budget.allows(key, outcomeOf(answer))) return;
    this.#timers.soon(() => this.#look(key, body, contentType));
  }

  /** `null` when no body of this channel was looked at. */
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

/** What became of a body, by which samples are taken; empty: it was taken as it is. */
function outcomeOf(answer: AcceptAnswer): string {
  if (!answer.accepted) return `${answer.refusal.code} ${answer.refusal.field ?? ""}`;
  return answer.warnings.map(({ field }) => field).join(" ");
}
