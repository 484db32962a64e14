import type { OutputStream } from "../../packages/cli/src/output/output-stream.ts";
import type { OpenedStore } from "../../benchmarks/src/store/opened-store.ts";
import type { GatewayPlace } from "../gateway/gateway-process.ts";
import { fillWithOrder } from "../seed/seed-store.ts";

/** A place with data in the schemas of before, and a look into it from outside. */
export interface OldData {
  readonly place: GatewayPlace;
  /** How many messages have an entry in the search index. */
  indexed(): Promise<number>;
  /** Where the indexer has stored that it is; it only rises. */
  cursor(): Promise<number>;
  /** Every message, each once however often it was sent. */
  entries(): Promise<readonly Entry[]>;
  close(): Promise<void>;
}

/** A message and the text of its entry in the search index; `null` without one. */
export interface Entry {
  readonly conversationId: string;
  /** JSON text of the message. */
  readonly message: string;
  readonly text: string | null;
}

export type StoreName = "sqlite" | "postgres";

const messagesPerConversation = 20;

export async function fillOld(
  store: OpenedStore,
  messages: number,
  stderr: OutputStream,
): Promise<void> {
  const conversations = Math.max(1, Math.floor(messages / messagesPerConversation));
  const order = { conversations, messages, first: null, seed: 1 };
  await fillWithOrder(store, order, stderr, new AbortController().signal);
}
