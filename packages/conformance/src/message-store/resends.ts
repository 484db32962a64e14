import {
  aResendAppend,
  anInboundAppend,
  anOutboundAppend,
  aText,
  delivered,
  failed,
} from "../samples/samples.ts";
import { type Check, onlyLease } from "../stores/store-bench.ts";
import { want } from "../want.ts";

export function checkResends(check: Check): void {
  check(
    "a failed message sent again is a new delivery of the same message, at its lane's end",
    async (bench) => {
      const id = await bench.converse("42");
      const first = await bench.reply(id, "once");
      await bench.settle(first, failed());
      const between = await bench.reply(id, "between");
      const acceptedAt = bench.now;
      bench.now += 1_000;
      await bench.store(anInboundAppend({ visitorKey: "42", visitorId: "42" }));
      const result = await bench.append(aResendAppend(id, first.head.sequence));
      want("it is stored under a sequence of its own", result, {
        status: "stored",
        conversationId: id,
        sequences: [first.head.sequence + 3],
        created: false,
      });
      const again = onlyLease(await bench.settle(between, delivered));
      want("it comes after what was waiting, to the visitor's present id", again.head, {
        ...first.head,
        sequence: first.head.sequence + 3,
        recipientId: "42",
        acceptedAt,
      });
      want("its series starts afresh", [again.attempt, again.startedAt], [1, bench.now]);
    },
  );

  check(
    "the thread shows one item per message, with the newest delivery's state",
    async (bench) => {
      const id = await bench.converse();
      const first = await bench.reply(id);
      await bench.settle(first, failed());
      const item = { ...(await bench.messages(id))[1] };
      want("failed at first", [item.state, item.failure?.reason], ["failed", "timeout"]);
      const { leases } = await bench.commit({ appends: [aResendAppend(id, first.head.sequence)] });
      want("then waiting, in its old place", (await bench.messages(id)).slice(1), [
        { ...item, state: "waiting", failure: null },
      ]);
      await bench.settle(onlyLease({ leases }), delivered);
      want("then delivered", (await bench.messages(id)).slice(1), [
        { ...item, state: "delivered", failure: null },
      ]);
    },
  );

  check("sending again while it waits, or after it arrived, does nothing", async (bench) => {
    const id = await bench.converse();
    const first = await bench.reply(id);
    await bench.settle(first, failed());
    const again = aResendAppend(id, first.head.sequence);
    const { appends, leases } = await bench.commit({ appends: [again, again] });
    want(
      "of two clicks one sends",
      appends.map((result) => result.status),
      ["stored", "repeated"],
    );
    want("the other is told the delivery under way", appends[1], {
      ...appends[0],
      status: "repeated",
    });
    await bench.settle(onlyLease({ leases }), delivered);
    want("what has arrived is not sent", (await bench.append(again)).status, "repeated");
    want(
      "what never failed neither",
      (await bench.append(aResendAppend(id, 1, "inbound"))).status,
      "repeated",
    );
  });

  check(
    "a message that fails again may be sent again, by its first sequence only",
    async (bench) => {
      const id = await bench.converse();
      const first = await bench.reply(id);
      await bench.settle(first, failed());
      const second = onlyLease(
        await bench.commit({ appends: [aResendAppend(id, first.head.sequence)] }),
      );
      await bench.settle(second, failed());
      const wrong = await bench.append(aResendAppend(id, second.head.sequence));
      want("a later delivery names no message", wrong, {
        status: "refused",
        refusal: "unknown-message",
      });
      const third = await bench.append(aResendAppend(id, first.head.sequence));
      want("the first one does", third.status, "stored");
    },
  );

  check("a dead letter goes to the agent app again, on the inbound lane", async (bench) => {
    const lease = await bench.accept();
    await bench.settle(lease, failed("{}"));
    const id = lease.lane.conversationId;
    const again = onlyLease(await bench.commit({ appends: [aResendAppend(id, 1, "inbound")] }));
    want("the lane is inbound", again.lane, { kind: "inbound", conversationId: id });
    want(
      "the message is the same",
      [again.head.message, again.head.messageSequence],
      [lease.head.message, 1],
    );
    want("it is addressed to nobody", [again.head.sender, again.head.recipientId], [null, null]);
  });

  check("what nobody knows is refused", async (bench) => {
    const id = await bench.converse();
    const { leases } = await bench.settle(await bench.reply(id), failed("{}"));
    const report = onlyLease({ leases }).head.sequence;
    const asked = [aResendAppend("nobody", 1), aResendAppend(id, 99), aResendAppend(id, report)];
    const { appends } = await bench.commit({ appends: asked });
    want(
      "conversation, message, and a report which is no message",
      appends.map((result) => result.status === "refused" && result.refusal),
      ["unknown-conversation", "unknown-message", "unknown-message"],
    );
  });

  check("a message that went the other way is not the one that was asked for", async (bench) => {
    const lease = await bench.accept();
    await bench.settle(lease, failed("{}"));
    const id = lease.lane.conversationId;
    const reply = await bench.reply(id);
    await bench.settle(reply, failed());
    const { appends } = await bench.commit({
      appends: [aResendAppend(id, 1), aResendAppend(id, reply.head.sequence, "inbound")],
    });
    want(
      "a dead letter is not sent to the visitor, an agent's message is no dead letter",
      appends.map((result) => result.status === "refused" && result.refusal),
      ["unknown-message", "unknown-message"],
    );
  });

  check("sending again counts towards a full lane", async (bench) => {
    const id = await bench.converse();
    const first = await bench.reply(id);
    await bench.settle(first, failed());
    const twenty = Array.from({ length: 20 }, (_, index) =>
      anOutboundAppend(id, { messages: [aText(`${index}`)] }),
    );
    await bench.storeAll(twenty);
    const result = await bench.append(aResendAppend(id, first.head.sequence));
    want("twenty already wait", result, { status: "refused", refusal: "lane-full" });
  });
}
