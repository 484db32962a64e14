import { anInboundAppend, noLeases } from "@parley/conformance";
import { afterAll, beforeEach, expect, it } from "vitest";
import { freshSchema, stopPostgres } from "../support/opened-stores.ts";
import { connect, id, Node, now, toSales } from "./support/owner-node.ts";

let schema = "";

beforeEach(() => {
  schema = freshSchema();
});
afterAll(stopPostgres);

it("a backend that has a number already takes `default` over with everything that both have", async () => {
  const node = await Node.start(schema, "here");
  await node.commit([anInboundAppend()], [], noLeases);
  const second = anInboundAppend({ visitorKey: "2", candidateId: "c2", backend: "sales" });
  await node.commit([second], [], { ...noLeases, others: {} });
  await node.stores.backends.open({ names: ["sales"], takesDefault: "sales" });
  expect(await node.stores.owners.counts()).toEqual([
    { backend: "sales", assignee: null, conversations: 2 },
  ]);
  const { items } = await node.stores.owners.owned(
    { backends: ["sales"] },
    { before: null, limit: 9 },
  );
  expect(items).toHaveLength(2);
  expect((await node.stores.messages.nextDueAt("sales")).inbound).toBe(now);
  expect((await node.stores.deliveries.backlog()).backends["sales"]?.inbound.lanes).toBe(2);
  const leases = await node.claim();
  expect(leases.map(({ backend }) => backend)).toEqual(["sales", "sales"]);
});

it("an erased conversation leaves no change of its owner behind", async () => {
  const node = await Node.start(schema, "here");
  await node.append(anInboundAppend());
  await node.append({ ...toSales, why: "Ada asked for it", tellsNew: true, tellsOld: true });
  const client = await connect();
  const rows = async () =>
    (await client.query(`select from ${schema}.owner_changes`)).rowCount ?? 0;
  expect(await rows()).toBe(1);
  expect(await node.stores.conversations.erase(id)).toBe(true);
  expect(await rows()).toBe(0);
  const [notice] = await node.stores.erasures.notices(0, 9);
  expect(notice?.owners).toEqual(["default", "sales"]);
});
