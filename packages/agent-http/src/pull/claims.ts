import type { Clock, PluginState, Random } from "@parley/core";
import type { AgentEvent } from "../events/agent-event.ts";
import type { EventReader } from "./event-reader.ts";
import { isFree, openPrefix, type OpenEvent } from "./open-event.ts";
import { type OpenEntry, openPagesFrom } from "./open-pages.ts";

const tokenCharacters = 22;
const placeCharacters = 6;
const pageSize = 200;
/** Pages that one look reads at most. */
const pagesPerLook = 4;

const lostLimit = 10_000;

/** An event as the app gets it. Without a token, it is not acknowledged. */
export type HandedEvent = AgentEvent & { readonly token?: string };

interface ClaimsPorts {
  readonly state: PluginState;
  readonly reader: EventReader;
  readonly clock: Clock;
  readonly random: Random;
}

/** Hands open events out to the app, each to one poll at a time. */
export class Claims {
  readonly #ports: ClaimsPorts;
  /** Tokens that were perhaps written, and certainly not handed out: the store failed. */
  readonly #lost = new Set<string>();

  constructor(ports: ClaimsPorts) {
    this.#ports = ports;
  }

  /** At most `limit` events, for `leaseMs` each. @throws the store's error */
  async take(limit: number, leaseMs: number): Promise<readonly HandedEvent[]> {
    const entries = await this.#free(limit);
    const ends = await Promise.allSettled(entries.map((entry) => this.#hand(entry, leaseMs)));
    const events = ends.map((end) => (end.status === "fulfilled" ? end.value : null));
    const handed = events.filter((event) => event !== null);
    const failed = ends.find((end) => end.status === "rejected");
    if (handed.length === 0 && failed !== undefined) throw failed.reason;
    return handed;
  }

  /** Looks from a random place on, so that no conversation is always the last. */
  async #free(limit: number): Promise<readonly OpenEntry[]> {
    const { state, clock, random } = this.#ports;
    const start = openPrefix + random.token(placeCharacters);
    const found: OpenEntry[] = [];
    let pages = 0;
    for await (const page of openPagesFrom(state, pageSize, start)) {
      found.push(...page.filter(({ value }) => this.#isFree(value, clock.now())));
      pages += 1;
      if (found.length >= limit || pages === pagesPerLook) break;
    }
    return found.sort((a, b) => a.value.since - b.value.since).slice(0, limit);
  }

  /** `null`: another poll has it, or it is none any more. */
  async #hand(entry: OpenEntry, leaseMs: number): Promise<HandedEvent | null> {
    const { state, reader, clock, random } = this.#ports;
    const { key, value, version } = entry;
    const when = { ifVersion: version };
    const event = await reader.read(value.facts);
    if (event === null || event.type === "visitor.typing") {
      const { written } = await state.write([{ delete: key, when }]);
      return written ? event : null;
    }
    const token = random.token(tokenCharacters);
    const handed: OpenEvent = {
      ...value,
      mayBeRepeat: true,
      handing: { token, until: clock.now() + leaseMs },
      formerToken: value.handing?.token ?? value.formerToken,
    };
    try {
      const { written } = await state.write([{ put: key, value: handed, when }]);
      return written ? { ...event, mayBeRepeat: value.mayBeRepeat, token } : null;
    } catch (error) {
      if (this.#lost.size < lostLimit) this.#lost.add(token);
      throw error;
    }
  }

  #isFree(event: OpenEvent, now: number): boolean {
    return isFree(event, now) || this.#lost.has(event.handing?.token ?? "");
  }
}
