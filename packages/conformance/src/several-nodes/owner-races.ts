import type { Append } from "@parley/core";
import { backendNames, by, forAll } from "../message-store/owners/owner-bench.ts";
import { anInboundAppend, anOutboundAppend, anOwnerAppend, delivered } from "../samples/samples.ts";
import { onlyLease } from "../stores/store-bench.ts";
import { want } from "../want.ts";
import type { PortNode, SharedCheck } from "./shared-stores.ts";

const rounds = 20;

/** Two nodes change owners, send and settle at once. */
export function checkOwnerRaces(check: SharedCheck): void {
  check("of two changes of owner at once one node's is stored", async (_bench, a, b) => {
    await openOn(a, b);
    for (let round = 0; round < rounds; round += 1) {
      const id = await begin(a, `v${round}`);
      const answers = await Promise.all([answer(a, to(id, "sales")), answer(b, to(id, "support"))]);
      want("and the other is late", answers.toSorted(), ["stale-fence", "stored"]);
      const winner = answers[0] === "stored" ? "sales" : "support";
      const found = await a.stores.conversations.find({ id });
      want("whose it is", found?.owner, { backend: winner, assignee: null, fence: 1 });
      const history = await b.stores.owners.history(id, { before: null, limit: 9 });
      want(
        "with one row",
        history.items.map((change) => change.to.backend),
        [winner],
      );
    }
  });

  check(
    "a change that waits for the lane sees what was committed before it",
    async (bench, a, b) => {
      await openOn(a, b);
      const id = await begin(a, "v");
      const answers = await bench.whileLocked(id, () =>
        Promise.all([answer(a, to(id, "sales")), answer(b, to(id, "support"))]),
      );
      want("one is stored, the other is late", answers.toSorted(), ["stale-fence", "stored"]);
    },
  );

  check("a send and a change at once: the send is before it, or refused", async (_bench, a, b) => {
    await openOn(a, b);
    for (let round = 0; round < rounds; round += 1) {
      const id = await begin(a, `v${round}`);
      const send = anOutboundAppend(id, { by: by("default", 0) });
      const [sent, changed] = await Promise.all([answer(a, send), answer(b, to(id, "sales"))]);
      want("the change is stored", changed, "stored");
      const { items } = await b.stores.conversations.messages(id, { before: null, limit: 9 });
      want("a send is stored or refused", sent, items.length === 2 ? "stored" : "not-owner");
      want("a later one is refused", await answer(a, send), "not-owner");
    }
  });

  check("a settlement and a change at once: the event ends once", async (_bench, a, b) => {
    await openOn(a, b);
    for (let round = 0; round < rounds; round += 1) {
      const visitorKey = `v${round}`;
      const lease = onlyLease(
        await a.store([anInboundAppend({ visitorKey, candidateId: visitorKey })]),
      );
      const [settled, changed] = await Promise.all([
        a.trySettle(lease, delivered),
        b.store([to(visitorKey, "sales")], forAll),
      ]);
      const given = changed.leases.map(({ backend }) => backend);
      const isSettled = settled.settlements[0] === "settled";
      want("by its old owner, or by its new one", given, isSettled ? [] : ["sales"]);
    }
  });
}

async function openOn(...nodes: readonly PortNode[]): Promise<void> {
  for (const { stores } of nodes)
    await stores.backends.open({ names: backendNames, takesDefault: null });
}

async function begin(node: PortNode, visitorKey: string): Promise<string> {
  await node.store([anInboundAppend({ visitorKey, candidateId: visitorKey })]);
  return visitorKey;
}

const to = (id: string, backend: string) => anOwnerAppend(id, { backend, assignee: null });

async function answer(node: PortNode, append: Append): Promise<string> {
  const [result] = (await node.append(append, forAll)).appends;
  return result?.status === "refused" ? result.refusal : (result?.status ?? "none");
}
