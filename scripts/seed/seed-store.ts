import { hash, randomUUID } from "node:crypto";
import { type ChannelStore, defaultKnobs } from "@parley/core";
import {
  type OpenedStore,
  openPostgresStore,
  openStore,
} from "../../benchmarks/src/store/opened-store.ts";
import { SeededRandom } from "../../harness/src/hostile-input/seeded-random.ts";
import type { OutputStream } from "../../packages/cli/src/output/output-stream.ts";
import { showProgress } from "../../packages/cli/src/output/progress.ts";
import { fillStore } from "./fill-store.ts";
import { indexStore } from "./index-store.ts";
import { lengthsOf, type Size } from "./lengths.ts";
import type { ChannelName } from "./talk.ts";

/** What to store, and where: in a data directory or in a PostgreSQL database. */
export interface Order extends Size {
  readonly data: string | null;
  readonly database: string | null;
  readonly seed: number;
}

type Given = Readonly<Record<"conversations" | "messages" | "seed", string>> & {
  readonly first?: string | undefined;
  readonly data?: string | undefined;
  readonly database?: string | undefined;
};

const channelIds = ["shop", "outlet", "rental"];
/** The quickstart's shop. */
const chatApiUrl = "http://127.0.0.1:8081/agent-messages";

/** @throws Error with a sentence for the person who typed it. */
export function readOrder(given: Given): Order {
  const { data = null, database = null } = given;
  if ((data === null) === (database === null))
    throw new Error("Say where: either --data DIRECTORY or --database URL.");
  const conversations = countOf("conversations", given.conversations);
  const messages = countOf("messages", given.messages);
  if (messages < conversations)
    throw new Error("--messages must be at least --conversations: each has at least one message.");
  const first = given.first === undefined ? null : countOf("first", given.first);
  if (first !== null && !leavesOneEach(first, conversations, messages))
    throw new Error("--first leaves no message for each of the other conversations.");
  return { data, database, conversations, messages, first, seed: countOf("seed", given.seed) };
}

function leavesOneEach(first: number, conversations: number, messages: number): boolean {
  const left = messages - first;
  return conversations === 1 ? left === 0 : left >= conversations - 1;
}

function countOf(name: string, text: string): number {
  if (/^[1-9]\d{0,7}$/.test(text)) return Number(text);
  throw new Error(`--${name} must be a whole number from 1 to 99999999, not "${text}".`);
}

/** Fills the store and its search index. @returns a sentence that says what is there now. */
export async function seedStore(
  order: Order,
  stderr: OutputStream,
  signal: AbortSignal,
): Promise<string> {
  const { conversations, messages } = order;
  const store = await opened(order);
  try {
    const stored = await fillWithOrder(store, order, stderr, signal);
    await indexStore(store.search, order, stderr, signal);
    if (signal.aborted) return `Stopped: ${stored} of ${messages} messages are stored.`;
  } finally {
    await store.close();
  }
  return `${conversations} conversations with ${messages} messages are stored.`;
}

/** Fills the store, but not its search index. @returns how many messages were stored. */
export async function fillWithOrder(
  store: OpenedStore,
  order: Size & Pick<Order, "seed">,
  stderr: OutputStream,
  signal: AbortSignal,
): Promise<number> {
  const { seed, messages } = order;
  const random = new SeededRandom(seed);
  const lengths = lengthsOf(order, random);
  const progress = showProgress(stderr, "messages", messages);
  let stored = 0;
  try {
    const endsAt = Date.now();
    const channels = await channelsOf(store.channels, endsAt);
    const filling = { seed, random, lengths, channels, endsAt, signal };
    await fillStore(store.messages, filling, (count) => {
      stored = count;
      progress.update(count);
    });
  } finally {
    progress.end();
  }
  return stored;
}

function opened({ data, database }: Order): Promise<OpenedStore> {
  return database === null ? openStore(data ?? "") : openPostgresStore(database);
}

/** Channels that are there already are used. Nobody knows the address of a new one: an admin makes it new ones. */
async function channelsOf(store: ChannelStore, createdAt: number): Promise<readonly ChannelName[]> {
  const channels: ChannelName[] = [];
  for (const id of channelIds) {
    const found = await store.find(id);
    channels.push(found ?? (await newChannel(store, id, createdAt)));
  }
  return channels;
}

async function newChannel(store: ChannelStore, id: string, createdAt: number) {
  const channel = {
    id,
    key: randomUUID(),
    secrets: [{ digest: hash("sha256", randomUUID(), "hex"), expiresAt: null }],
    chatApiUrl,
    knobs: defaultKnobs,
    signingKeys: [],
    createdAt,
    revision: 1,
  };
  if (await store.save(channel)) return channel;
  throw new Error(`The channel ${id} could not be made.`);
}
