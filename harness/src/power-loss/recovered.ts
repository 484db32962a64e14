import { join } from "node:path";
import { ChannelStore, ConversationStore, type StoredMessage } from "@parley/core";
import { storeSqlite } from "@parley/store-sqlite";
import Sqlite from "better-sqlite3";
import { Container } from "inversify";
import { nameIn } from "./world.ts";
import { integrityOf } from "../gateway/sqlite-integrity.ts";

/** What a store holds after the power's return. */
export interface Recovered {
  readonly channels: ReadonlySet<string>;
  /** `<direction>-<sender>` → the numbers of its texts, in the order of the conversation. */
  readonly numbers: ReadonlyMap<string, readonly number[]>;
  /** Texts that still wait for their delivery. */
  readonly waiting: ReadonlySet<string>;
  /** Text at the front of an outbound lane → the attempt that the lane remembers. */
  readonly attempts: ReadonlyMap<string, number>;
  /** `ok`, or what is wrong with the file. */
  readonly integrity: string;
}

/** Opens the real store and reads all of it. @throws what the store throws. */
export async function readStore(directory: string): Promise<Recovered> {
  return { ...(await readThrough(directory)), integrity: await integrityOf(directory) };
}

/** What a gateway would see. */
async function readThrough(directory: string): Promise<Omit<Recovered, "integrity">> {
  const container = new Container();
  await container.loadAsync(storeSqlite({ directory }));
  try {
    const channels = await (await container.getAsync(ChannelStore)).list();
    const messages = await allMessages(await container.getAsync(ConversationStore));
    return {
      channels: new Set(channels.map(({ id }) => id)),
      numbers: numbersOf(messages),
      waiting: new Set(messages.filter(({ state }) => state === "waiting").map(textOf)),
      attempts: attemptsIn(join(directory, "parley.db")),
    };
  } finally {
    await container.unbindAll();
  }
}

async function allMessages(store: ConversationStore): Promise<StoredMessage[]> {
  const messages: StoredMessage[] = [];
  const { items } = await store.list({ before: null, limit: 200 });
  for (const { id } of items) {
    const pages: (readonly StoredMessage[])[] = [];
    for (let before: string | null = null, more = true; more;) {
      const page = await store.messages(id, { before, limit: 200 });
      pages.unshift(page.items);
      before = page.next;
      more = before !== null;
    }
    messages.push(...pages.flat());
  }
  return messages;
}

function numbersOf(messages: readonly StoredMessage[]): Map<string, number[]> {
  const numbers = new Map<string, number[]>();
  for (const text of messages.map(textOf)) {
    const at = text.lastIndexOf("-");
    const known = numbers.get(text.slice(0, at));
    if (known === undefined) numbers.set(text.slice(0, at), [Number(text.slice(at + 1))]);
    else known.push(Number(text.slice(at + 1)));
  }
  return numbers;
}

function textOf({ message }: Pick<StoredMessage, "message">): string {
  return nameIn((JSON.parse(message) as { text: string }).text);
}

function attemptsIn(path: string): ReadonlyMap<string, number> {
  const database = new Sqlite(path, { readonly: true });
  const heads = `select attempt, message from lanes join deliveries using (conversation)
    where lanes.kind = 1 and sequence = head`;
  const rows = database.prepare(heads).all() as { attempt: number; message: string }[];
  database.close();
  return new Map(rows.map((row) => [textOf(row), row.attempt]));
}
