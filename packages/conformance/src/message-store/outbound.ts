import {
  aText,
  anInboundAppend,
  anOutboundAppend,
  delivered,
  failed,
  noLeases,
} from "../samples/samples.ts";
import { type Check, sequencesOf } from "../stores/store-bench.ts";
import { want, wantSome } from "../want.ts";

export function checkOutbound(check: Check): void {
  check("an agent's message goes to the visitor's id as it is at that moment", async (bench) => {
    const id = await bench.converse("42");
    const first = await bench.reply(id);
    want("the head carries what the wire needs", first.head, {
      sequence: first.head.sequence,
      messageSequence: first.head.sequence,
      message: aText("good day"),
      sender: '{"name":"Ada"}',
      recipientId: '"42"',
      acceptedAt: bench.now,
    });
    await bench.store(anInboundAppend({ visitorKey: "42", visitorId: "42" }), noLeases);
    await bench.store(anOutboundAppend(id));
    await bench.restart();
    bench.now = first.until;
    const taken = (await bench.claim()).find((lease) => lease.lane.kind === "outbound");
    want("a later form does not change what was stored", taken?.head.recipientId, '"42"');
    const { leases } = await bench.settle(wantSome("the lane is claimed", taken), delivered);
    want("the next message has it", leases[0]?.head.recipientId, "42");
  });

  check("a conversation nobody knows is refused", async (bench) => {
    want("nothing is made", await bench.append(anOutboundAppend("nobody")), {
      status: "refused",
      refusal: "unknown-conversation",
    });
  });

  check("twenty messages may wait on a lane, the one under way included", async (bench) => {
    const id = await bench.converse();
    const lease = await bench.reply(id);
    const eighteen = Array.from({ length: 18 }, () => anOutboundAppend(id));
    await bench.storeAll(eighteen);
    const two = anOutboundAppend(id, { messages: [aText("a"), aText("b")] });
    want("a message of two parts does not fit", await bench.append(two), {
      status: "refused",
      refusal: "lane-full",
    });
    want("the twentieth does", (await bench.append(anOutboundAppend(id))).status, "stored");
    want("the next does not", (await bench.append(anOutboundAppend(id))).status, "refused");
    await bench.settle(lease, failed());
    want("until one is settled", (await bench.append(anOutboundAppend(id))).status, "stored");
  });

  check("a full lane refuses that append alone", async (bench) => {
    const [full, free] = [await bench.converse("1"), await bench.converse("2")];
    await bench.storeAll(Array.from({ length: 20 }, () => anOutboundAppend(full)));
    const { appends } = await bench.commit({
      appends: [anOutboundAppend(full), anOutboundAppend(free), anInboundAppend()],
    });
    want(
      "the others are stored",
      appends.map((result) => result.status),
      ["refused", "stored", "stored"],
    );
  });

  check("messages of both sides share one rising sequence", async (bench) => {
    const id = await bench.converse();
    const out = sequencesOf(await bench.append(anOutboundAppend(id)));
    const back = sequencesOf(await bench.append(anInboundAppend()));
    want("in the order of acceptance", [...out, ...back], [2, 3]);
    want(
      "the thread shows both directions",
      (await bench.messages(id)).map((message) => message.direction),
      ["inbound", "outbound", "inbound"],
    );
  });
}
