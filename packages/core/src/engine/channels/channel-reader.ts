import type { Channel } from "../../model/channel.ts";
import type { ChannelStore } from "../../ports/stores/channel-store.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Digest } from "../../ports/platform/digest.ts";
import { isChannelId } from "../../protocol/channel-id.ts";

const freshMs = 1_000;
const cacheLimit = 10_000;
/** Every check compares this many digests, so that a channel with several secrets takes as long as any other. */
export const secretLimit = 4;

/**
 * An expiry that is past for every clock. It is as large as a real instant, because small numbers are faster to
 * read.
 */
const longAgo = -1_000_000_000_000;

interface Cached {
  readonly channel: Channel | null;
  readonly readAt: number;
}

const uncached: Cached = { channel: null, readAt: -Infinity };

/**
 * A successful authentication. Until `until` it needs no second check, as long as the cached channel is the same
 * object.
 */
interface Authentication {
  readonly channel: Channel;
  readonly until: number;
}

/** The instant at which a read began, and the number of changes that this node had made by then. */
interface Asked {
  readonly at: number;
  readonly changes: number;
}

/** Reads channels through a cache that is at most a second old, and checks their channel secrets (ruling 1). */
export class ChannelReader {
  readonly #store: ChannelStore;
  readonly #clock: Clock;
  readonly #digest: Digest;
  readonly #noChannel: Pick<Channel, "secrets">;
  #changes = 0;
  readonly #cache = new Map<string, Cached>();
  /**
   * Recent authentications, by digest. Only these use the cache. For a stranger it would give away by the response
   * time that the channel is in use.
   */
  readonly #authentications = new Map<string, Authentication>();

  constructor(store: ChannelStore, clock: Clock, digest: Digest) {
    this.#store = store;
    this.#clock = clock;
    this.#digest = digest;
    const secrets = Array.from({ length: secretLimit }, (_, slot) => ({
      digest: digest.of(`no channel ${slot}`),
      expiresAt: longAgo,
    }));
    this.#noChannel = { secrets };
  }

  /**
   * The live channel when `channelSecret` is one of its secrets. An unknown channel and a wrong secret take the same
   * steps.
   */
  async authenticate(id: string, channelSecret: string): Promise<Channel | null> {
    if (!isChannelId(id)) return null;
    const digest = this.#digest.of(channelSecret);
    const authentication = this.#authentications.get(digest);
    const cached = authentication?.channel.id === id ? this.#fresh(id) : null;
    if (cached !== null && this.#isOpen(authentication, cached)) return cached;
    if (this.#matches(cached, digest)) return this.#remember(cached, digest);
    const asked = this.#ask();
    const read = await this.#store.find(id);
    if (!this.#matches(read, digest) || read === null) return null;
    return this.#remember(this.#keep(read, asked), digest);
  }

  #isOpen(authentication: Authentication | undefined, channel: Channel): boolean {
    return authentication?.channel === channel && this.#clock.now() < authentication.until;
  }

  #remember<Known extends Channel | null>(channel: Known, digest: string): Known {
    if (this.#authentications.size >= cacheLimit) this.#authentications.clear();
    if (channel !== null) {
      const until = firstEnd(channel, this.#clock.now());
      this.#authentications.set(digest, { channel, until });
    }
    return channel;
  }

  /** Whether `channel` is still the cached one, and none of its secrets has expired since `since`. */
  isStill(channel: Channel, since: number): boolean {
    const fresh = this.#fresh(channel.id);
    if (fresh === null || fresh !== channel) return false;
    const now = this.#clock.now();
    for (const { expiresAt } of channel.secrets)
      if (expiresAt !== null && expiresAt > since && expiresAt <= now) return false;
    return true;
  }

  /** The current channel; `null` when it was removed or its id now belongs to a newer channel. */
  async current(id: string, key: string): Promise<Channel | null> {
    const fresh = this.#fresh(id);
    if (fresh !== null) return fresh.key === key ? fresh : null;
    const asked = this.#ask();
    const read = await this.#store.find(id);
    if (read === null || read.key !== key) return null;
    return this.#keep(read, asked);
  }

  /** Drops a channel from the cache, so that a change on this node takes effect at once. */
  forget(id: string): void {
    this.#changes += 1;
    this.#cache.delete(id);
  }

  #ask(): Asked {
    return { at: this.#clock.now(), changes: this.#changes };
  }

  #fresh(id: string): Channel | null {
    const { channel, readAt } = this.#cache.get(id) ?? uncached;
    return this.#clock.now() - readAt <= freshMs ? channel : null;
  }

  /**
   * Caches a read, unless this node changed a channel during it. A read that equals the cached channel returns the
   * cached object.
   */
  #keep(found: Channel, { at, changes }: Asked): Channel {
    // A copy has every field; a store may load some only at their first use.
    const read = { ...found };
    if (changes !== this.#changes) return read;
    const known = this.#cache.get(found.id)?.channel ?? null;
    const channel = known !== null && JSON.stringify(known) === JSON.stringify(read) ? known : read;
    if (this.#cache.size >= cacheLimit) this.#cache.clear();
    this.#cache.set(channel.id, { channel, readAt: at });
    return channel;
  }

  /** Compares with placeholder secrets, which no channel secret matches, when there is no channel. */
  #matches(channel: Channel | null, digest: string): boolean {
    const now = this.#clock.now();
    const { secrets }: Pick<Channel, "secrets"> = channel ?? this.#noChannel;
    let found = false;
    for (const [slot, nothing] of this.#noChannel.secrets.entries()) {
      const secret = secrets[slot] ?? nothing;
      const equal = this.#digest.equal(secret.digest, digest);
      const live = secret.expiresAt === null || secret.expiresAt > now;
      found = (equal && live) || found;
    }
    return found;
  }
}

/** The next instant at which any secret of the channel expires, whichever of them was used. */
function firstEnd({ secrets }: Channel, now: number): number {
  const ends = secrets.map(({ expiresAt }) => expiresAt ?? Infinity);
  return Math.min(...ends.filter((end) => end > now));
}
