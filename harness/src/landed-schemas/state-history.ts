import type { StateBatch, StateWrite } from "@parley/core";
import { aBudget, type OpenedStores } from "@parley/conformance";

type Stores = Omit<OpenedStores, "reopen" | "close">;

const limits = { entries: 100, bytes: 100_000 };
const claimMs = 4_000;

/** Entries of a plugin: due, being called for, expiring, of a conversation, and of an erased one. */
export async function writeState(
  stores: Stores,
  conversationId: string,
  now: number,
): Promise<void> {
  const fields = { conversationId: null, due: null, expiresAt: null, when: {} };
  const put = (key: string, more: Partial<StateWrite & { kind: "put" }> = {}): StateWrite => ({
    kind: "put",
    key,
    value: JSON.stringify(`${key} \u0000\ud800`),
    ...fields,
    ...more,
  });
  await write(stores, now, [
    put("poll", { due: now }),
    put("thread:1", { conversationId }),
    put("token", { expiresAt: now + 86_400_000 }),
    put("deleted"),
    { kind: "delete", key: "deleted", when: {} },
  ]);
  const request = {
    instance: "desk",
    limit: 1,
    token: "node-a.1",
    until: now + claimMs,
    isFirst: true,
  };
  await stores.state.claimDue(request, now);
  await write(stores, now, [{ kind: "wake", key: "thread:1" }]);
}

/** What the plugin finds later, what is due, and whether its next version is a new one. */
export async function readState(stores: Stores, now: number): Promise<unknown> {
  const page = { prefix: "", after: null, limit: 100 };
  const entries = await stores.state.list("desk", page, now);
  const request = {
    instance: "desk",
    limit: 10,
    token: "node-b.1",
    until: now + claimMs,
    isFirst: true,
  };
  const due = await stores.state.claimDue(request, now);
  return {
    values: entries.map(({ value }) => JSON.parse(value) as unknown),
    versions: entries.map(({ version }) => version),
    due: due.entries.map(({ key }) => key),
    usage: await stores.state.usage(),
  };
}

async function write(stores: Stores, now: number, writes: readonly StateWrite[]): Promise<void> {
  const states: StateBatch[] = [{ instance: "desk", writes, limits }];
  await stores.messages.commit({ appends: [], settlements: [], states }, now, aBudget());
}
