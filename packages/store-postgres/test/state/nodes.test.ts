import { aBudget, anInboundAppend, noLeases } from "@parley/conformance";
import type { Append, StateWrite } from "@parley/core";
import { Client } from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "../support/opened-stores.ts";

const now = 1_700_000_000_000;
let owners = 0;
let open: AsyncDisposableStack;
let schema = "";

beforeEach(() => {
  open = new AsyncDisposableStack();
  schema = freshSchema();
});
afterEach(() => open.disposeAsync());
afterAll(stopPostgres);

/** The stores of one node. */
async function openNode() {
  const { connectionString: connection } = await postgres();
  const database = await Database.open({ connection, schema, allowNonDurable: true });
  open.defer(() => database.close());
  owners += 1;
  return { ...storesOver(database), budget: aBudget({ ...noLeases, owner: `node-${owners}` }) };
}

/** A transaction of another program. */
async function lockingClient(): Promise<Client> {
  const { connectionString } = await postgres();
  const client = open.adopt(new Client({ connectionString }), (one) => one.end());
  await client.connect();
  await client.query(`set search_path = ${schema}; begin`);
  return client;
}

type Node = Awaited<ReturnType<typeof openNode>>;

function put(key: string, fields: Partial<StateWrite & { kind: "put" }> = {}): StateWrite {
  const kept = { conversationId: undefined, due: undefined, expiresAt: undefined };
  return { kind: "put", key, value: "1", when: {}, ...kept, ...fields };
}

function commit(node: Node, writes: readonly StateWrite[], appends: readonly Append[] = []) {
  const states = [{ instance: "app", writes, limits: { entries: 1_000, bytes: 1_000_000 } }];
  return node.messages.commit({ appends, settlements: [], states }, now, node.budget);
}

async function converse(node: Node): Promise<string> {
  const append = { ...anInboundAppend({ visitorKey: "1" }), candidateId: "anna" };
  await node.messages.commit({ appends: [append], settlements: [] }, now, node.budget);
  return "anna";
}

describe("several nodes", () => {
  it("write one after the other, from an instance's first write on", async () => {
    const nodes = [await openNode(), await openNode(), await openNode()];
    const first = [put("a", { when: { ifAbsent: true } })];
    const results = await Promise.all(nodes.map((node) => commit(node, first)));
    const isWritten = results.map(({ states }) => states[0]?.written);
    expect(isWritten.toSorted()).toEqual([false, false, true]);
    const usage = await nodes[0]?.state.usage();
    expect(usage).toMatchObject([{ instance: "app", entries: 1, bytes: 2 }]);
  });

  it("claim each due entry once", async () => {
    const nodes = [await openNode(), await openNode(), await openNode()];
    const keys = Array.from({ length: 60 }, (_, index) => `key-${index}`);
    await commit(
      nodes[0] as Node,
      keys.map((key) => put(key, { due: now })),
    );
    const claimed = await Promise.all(
      nodes.map((node, index) =>
        node.state.claimDue(
          {
            instance: "app",
            limit: 40,
            token: `claim-${index}`,
            until: now + 1_000,
            isFirst: false,
          },
          now,
        ),
      ),
    );
    const all = claimed.flatMap(({ entries }) => entries.map(({ key }) => key));
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(0);
  });

  it("close an entry that is being written while its conversation is erased", async () => {
    const node = await openNode();
    const id = await converse(node);
    await commit(node, [put("a", { conversationId: id })]);
    const writer = await lockingClient();
    await writer.query("select from plugin_entries for update");
    const erased = node.conversations.erase(id);
    await writer.query(`update plugin_entries set value = '2'; commit`);
    expect(await erased).toBe(true);
    const [entry] = await node.erasures.entries("app", id, 10);
    expect(entry).toMatchObject({ key: "a", value: "2", isErased: true });
  });
});

describe("a commit with a locked lane", () => {
  it("stores all else, and what plugins write once", async () => {
    const node = await openNode();
    await converse(node);
    await (await lockingClient()).query("select from conversations for no key update");
    const appends = ["1", "2"].map((visitorKey) => anInboundAppend({ visitorKey }));
    const { appends: answers, states } = await commit(node, [put("a")], appends);
    expect(answers.map(({ status }) => status)).toEqual(["unavailable", "stored"]);
    expect(states).toEqual([{ written: true, versions: [1] }]);
    expect(await node.state.get("app", "a", now)).toMatchObject({ version: 1 });
  });
});
