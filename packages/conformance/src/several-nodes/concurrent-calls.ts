import {
  aText,
  anIdentity,
  anInboundAppend,
  anOutboundAppend,
  delivered,
} from "../samples/samples.ts";
import { onlyLease } from "../stores/store-bench.ts";
import { wantDone } from "../want-done.ts";
import { want } from "../want.ts";
import { oneLeaseOf, type PortNode, type SharedCheck } from "./shared-stores.ts";

const rounds = 20;

/** Concurrent calls of two nodes. */
export function checkConcurrentCalls(check: SharedCheck): void {
  check("one retransmission on two nodes at once is stored once", async (_bench, a, b) => {
    for (let round = 0; round < rounds; round += 1) {
      const append = anInboundAppend({
        visitorKey: `v${round}`,
        identity: anIdentity(`m${round}`, "same"),
      });
      const results = await Promise.all([a, b].map((node) => appendFrom(node, append)));
      want(
        `one is stored and the other is its repeat (round ${round})`,
        results.map(({ status }) => status).toSorted(),
        ["repeated", "stored"],
      );
    }
  });

  check("one retransmission waits for the lane and is then seen", async (bench, a, b) => {
    const { lane } = onlyLease(await a.store([anInboundAppend()]));
    const append = anInboundAppend({ identity: anIdentity("m", "same") });
    const results = await bench.whileLocked(lane.conversationId, () =>
      Promise.all([a, b].map((node) => node.commit({ appends: [append] }))),
    );
    want(
      "whoever comes second reads what the first has stored",
      results.map(({ appends }) => appends[0]?.status).toSorted(),
      ["repeated", "stored"],
    );
  });

  check("two first messages at once make one conversation", async (_bench, a, b) => {
    for (let round = 0; round < rounds; round += 1) {
      const results = await Promise.all(
        [a, b].map((node) =>
          appendFrom(
            node,
            anInboundAppend({
              visitorKey: `v${round}`,
              messages: [aText(node.owner)],
            }),
          ),
        ),
      );
      want(
        `both are in it, and one made it (round ${round})`,
        results.map(({ created }) => created).toSorted(),
        [false, true],
      );
      want("with one id", new Set(results.map(({ conversationId }) => conversationId)).size, 1);
    }
  });

  check("profile merges from two nodes both hold", async (_bench, a, b) => {
    for (let round = 0; round < rounds; round += 1) {
      const visitorKey = `v${round}`;
      const results = await Promise.all([
        appendFrom(a, anInboundAppend({ visitorKey, profile: { name: "Ada" } })),
        appendFrom(b, anInboundAppend({ visitorKey, profile: { phone: "1" } })),
      ]);
      for (const result of results) wantDone(`an append (round ${round})`, result);
      const found = await a.stores.conversations.find({ channelKey: "shop-key", visitorKey });
      want(`neither change is lost (round ${round})`, found?.profile, { name: "Ada", phone: "1" });
    }
  });

  check("an idempotency key used on two nodes at once sends once", async (_bench, a, b) => {
    const { lane } = onlyLease(await a.store([anInboundAppend()]));
    for (let round = 0; round < rounds; round += 1) {
      const idempotencyKey = `k${round}`;
      const append = anOutboundAppend(lane.conversationId, { idempotencyKey });
      const results = await Promise.all([a, b].map((node) => node.append(append)));
      want(
        `one sends, the other is told of it (round ${round})`,
        results.map(({ appends }) => appends[0]?.status).toSorted(),
        ["repeated", "stored"],
      );
      const leases = results.flatMap((result) => result.leases);
      for (const lease of leases) await a.settle(lease, delivered);
    }
  });

  check("due lanes claimed by two nodes at once go to one of them each", async (bench, a, b) => {
    const appends = Array.from({ length: 30 }, (_, index) =>
      anInboundAppend({ visitorKey: `v${index}` }),
    );
    await a.store(appends, { inbound: 0 });
    const granted = (await Promise.all([a.claim(), b.claim(), a.claim(), b.claim()])).flat();
    const rest = [...(await a.claim()), ...(await b.claim())];
    const lanes = [...granted, ...rest].map(({ lane }) => lane.conversationId);
    want("every lane is leased", new Set(lanes).size, appends.length);
    want("and none is carried twice side by side", lanes.length, appends.length);
    bench.now += 1;
  });

  check("a head appended while a settlement waits is leased by somebody", async (bench, a, b) => {
    let held = onlyLease(await a.store([anInboundAppend()]));
    const { lane } = held;
    for (let round = 0; round < rounds; round += 1) {
      const next = anInboundAppend({ messages: [aText(`next ${round}`)] });
      const both = (): Promise<readonly Awaited<ReturnType<PortNode["commit"]>>[]> =>
        Promise.all([b.store([next]), a.settle(held, delivered)]);
      const results =
        round % 5 === 0 ? await bench.whileLocked(lane.conversationId, both) : await both();
      const claimed = { leases: await b.claim() };
      held = oneLeaseOf([...results, claimed]);
      want(`it is the appended one (round ${round})`, held.head.message, aText(`next ${round}`));
    }
  });
}

async function appendFrom(
  node: PortNode,
  append: ReturnType<typeof anInboundAppend>,
): Promise<{
  readonly status: string;
  readonly created?: boolean;
  readonly conversationId?: string;
}> {
  // As in gateways, concurrent appends have different candidate ids.
  const candidateId = `${append.candidateId} of ${node.owner}`;
  const { appends } = await node.append({ ...append, candidateId });
  return appends[0] ?? { status: "unanswered" };
}
