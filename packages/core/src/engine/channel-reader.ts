import type { Channel } from "../model/channel.ts";
import type { ChannelStore } from "../ports/channel-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { Digest } from "../ports/digest.ts";
import { isChannelId } from "../protocol/channel-id.ts";

const freshMs = 1_000;
const cacheLimit = 10_000;
/** Every check compares this many digests, so that a rotated channel costs what any other costs. */
export const secretLimit = 4;

interface Cached {
  readonly channel: Channel;
  readonly readAt: number;
}

/** When a read began, and how many changes this node had made by then. */
interface Asked {
  readonly at: number;
  readonly changes: number;
}

/** Reads channels through a cache that is never older than a second, and checks their path secrets (ruling 1). */
export class ChannelReader {
  readonly #store: ChannelStore;
  readonly #clock: Clock;
  readonly #digest: Digest;
  readonly #nobody: string;
  #changes = 0;
  readonly #cache = new Map<string, Cached>();

  constructor(store: ChannelStore, clock: Clock, digest: Digest) {
    this.#store = store;
    this.#clock = clock;
    this.#digest = digest;
    this.#nobody = digest.of("no channel");
  }

  /** The live channel, when `randomString` is one of its secrets. Unknown and wrong take the same steps. */
  async enter(id: string, randomString: string): Promise<Channel | null> {
    if (!isChannelId(id)) return null;
    const digest = this.#digest.of(randomString);
    const cached = this.#fresh(id);
    if (this.#matches(cached, digest)) return cached;
    const asked = this.#ask();
    const read = await this.#store.find(id);
    if (!this.#matches(read, digest) || read === null) return null;
    this.#keep(read, asked);
    return read;
  }

  /** The channel as it is now; `null` when it was removed, or its id belongs to a newer channel. */
  async current(id: string, key: string): Promise<Channel | null> {
    const fresh = this.#fresh(id);
    if (fresh !== null) return fresh.key === key ? fresh : null;
    const asked = this.#ask();
    const read = await this.#store.find(id);
    if (read === null || read.key !== key) return null;
    this.#keep(read, asked);
    return read;
  }

  /** A change on this node counts at once. */
  forget(id: string): void {
    this.#changes += 1;
    this.#cache.delete(id);
  }

  #ask(): Asked {
    return { at: this.#clock.now(), changes: this.#changes };
  }

  #fresh(id: string): Channel | null {
    const cached = this.#cache.get(id);
    return cached && this.#clock.now() - cached.readAt <= freshMs ? cached.channel : null;
  }

  /** What was read while a channel changed on this node is old already. */
  #keep(channel: Channel, { at, changes }: Asked): void {
    if (changes !== this.#changes) return;
    if (this.#cache.size >= cacheLimit) this.#cache.clear();
    this.#cache.set(channel.id, { channel, readAt: at });
  }

  #matches(channel: Channel | null, digest: string): boolean {
    const now = this.#clock.now();
    let found = false;
    for (let slot = 0; slot < secretLimit; slot += 1) {
      const secret = channel?.secrets[slot];
      const equal = this.#digest.equal(secret?.digest ?? this.#nobody, digest);
      const live = secret !== undefined && (secret.expiresAt === null || secret.expiresAt > now);
      found = (equal && live) || found;
    }
    return found;
  }
}
