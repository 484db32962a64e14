import type { Channel, ChannelSecret } from "../../model/channel.ts";
import type { ChannelStore } from "../../ports/stores/channel-store.ts";
import type {
  ChannelAdmin,
  ChannelAnswer,
  Channels,
  IssuedChannel,
  IssuedSigningKey,
} from "../../ports/services/channels.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Digest } from "../../ports/platform/digest.ts";
import type { Random } from "../../ports/platform/random.ts";
import { type Refusal, refuse } from "../../protocol/refusals.ts";
import { readChannelChange, readNewChannel } from "./channel-input.ts";
import { type ChannelReader, secretLimit } from "./channel-reader.ts";
import { rotateSecrets } from "./rotate-secrets.ts";

const overlapDefaultMs = 24 * 60 * 60 * 1_000;
/** 192 bits of randomness. */
const channelSecretCharacters = 32;
const keyCharacters = 16;
/** 33 bytes, which base64 encodes without padding. */
const signingKeyCharacters = 44;
/** More signatures would lengthen a header of every request. */
const signingKeyLimit = 4;
const saveTries = 5;

interface ChannelRegistryPorts {
  readonly store: ChannelStore;
  readonly reader: ChannelReader;
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
}

/**
 * Adds, changes, rotates, signs and removes channels. Returns each channel secret and each signing key only once.
 */
export class ChannelRegistry implements Channels, ChannelAdmin {
  readonly #ports: ChannelRegistryPorts;

  constructor(ports: ChannelRegistryPorts) {
    this.#ports = ports;
  }

  async find(id: string): Promise<Channel | null> {
    const found = await this.#ports.store.find(id);
    // A copy has every field; a store may load some only at their first use.
    return found === null ? null : { ...found };
  }

  list(): Promise<readonly Channel[]> {
    return this.#ports.store.list();
  }

  async add(input: unknown): Promise<ChannelAnswer<IssuedChannel>> {
    const read = readNewChannel(input);
    if (!read.ok) return refused(read.refusal);
    const { store, reader, clock, random } = this.#ports;
    const { channelSecret, secret } = this.#issue();
    const channel: Channel = {
      ...read.value,
      key: random.token(keyCharacters),
      secrets: [secret],
      signingKeys: [],
      createdAt: clock.now(),
      revision: 1,
    };
    if (!(await store.save(channel))) return refused(refuse("channelExists", { field: "id" }));
    reader.forget(channel.id);
    return done({ channel, randomString: channelSecret });
  }

  change(id: string, input: unknown): Promise<ChannelAnswer<Channel>> {
    const read = readChannelChange(input);
    if (!read.ok) return Promise.resolve(refused(read.refusal));
    const { chatApiUrl, ...knobs } = read.value;
    return this.#update(id, (channel) =>
      done({
        ...channel,
        chatApiUrl: chatApiUrl ?? channel.chatApiUrl,
        knobs: { ...channel.knobs, ...knobs },
      }),
    );
  }

  async rotate(id: string, overlapMs = overlapDefaultMs): Promise<ChannelAnswer<IssuedChannel>> {
    const { channelSecret, secret } = this.#issue();
    const now = this.#ports.clock.now();
    const renewal = { what: "channel secrets", limit: secretLimit, now, overlapMs } as const;
    const answer = await this.#update(id, (channel) => {
      const secrets = rotateSecrets(secret, channel.secrets, renewal);
      return secrets.done ? done({ ...channel, secrets: secrets.value }) : secrets;
    });
    return answer.done ? done({ channel: answer.value, randomString: channelSecret }) : answer;
  }

  async sign(id: string, overlapMs = overlapDefaultMs): Promise<ChannelAnswer<IssuedSigningKey>> {
    const key = this.#signingKey();
    const now = this.#ports.clock.now();
    const renewal = { what: "signing keys", limit: signingKeyLimit, now, overlapMs } as const;
    const answer = await this.#update(id, (channel) => {
      const keys = rotateSecrets({ key, expiresAt: null }, channel.signingKeys, renewal);
      return keys.done ? done({ ...channel, signingKeys: keys.value }) : keys;
    });
    if (!answer.done) return answer;
    return done({ channel: answer.value, signingKey: `whsec_${key}` });
  }

  unsign(id: string): Promise<ChannelAnswer<Channel>> {
    return this.#update(id, (channel) => done({ ...channel, signingKeys: [] }));
  }

  async remove(id: string): Promise<ChannelAnswer<null>> {
    const { store, reader, clock } = this.#ports;
    const removed = await store.remove(id, clock.now());
    reader.forget(id);
    return removed ? done(null) : refused(refuse("unknownChannel"));
  }

  async #update(
    id: string,
    changing: (channel: Channel) => ChannelAnswer<Channel>,
  ): Promise<ChannelAnswer<Channel>> {
    const { store, reader } = this.#ports;
    for (let tries = 0; tries < saveTries; tries += 1) {
      const channel = await store.find(id);
      if (channel === null) return refused(refuse("unknownChannel"));
      const change = changing(channel);
      if (!change.done) return change;
      const changed = { ...change.value, revision: channel.revision + 1 };
      const saved = await store.save(changed);
      reader.forget(id);
      if (saved) return done(changed);
    }
    return refused(refuse("conflict"));
  }

  #issue(): { readonly channelSecret: string; readonly secret: ChannelSecret } {
    const { random, digest } = this.#ports;
    const channelSecret = random.token(channelSecretCharacters);
    return { channelSecret, secret: { digest: digest.of(channelSecret), expiresAt: null } };
  }

  /** The alphabet of `Random.token` differs from that of base64 in two characters. */
  #signingKey(): string {
    const token = this.#ports.random.token(signingKeyCharacters);
    return token.replaceAll("-", "+").replaceAll("_", "/");
  }
}

function done<Value>(value: Value): { readonly done: true; readonly value: Value } {
  return { done: true, value };
}

function refused(refusal: Refusal): { readonly done: false; readonly refusal: Refusal } {
  return { done: false, refusal };
}
