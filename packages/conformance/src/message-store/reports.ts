import {
  anInboundAppend,
  anOutboundAppend,
  delivered,
  failed,
  noLeases,
  retryAt,
} from "../samples/samples.ts";
import { type Check, onlyLease } from "../stores/store-bench.ts";
import { want } from "../want.ts";

export function checkReports(check: Check): void {
  check(
    "a failure's report travels on a lane of its own, stored with the failure",
    async (bench) => {
      const id = await bench.converse();
      const outbound = await bench.reply(id);
      bench.now += 9_000;
      const report = onlyLease(await bench.settle(outbound, failed('{"about":"the failure"}')));
      want(
        "it is leased like an append",
        [report.lane, report.attempt, report.startedAt],
        [{ kind: "reports", conversationId: id }, 1, bench.now],
      );
      want("its head is the report", report.head, {
        sequence: report.head.sequence,
        messageSequence: report.head.sequence,
        message: '{"about":"the failure"}',
        sender: null,
        recipientId: null,
        acceptedAt: bench.now,
      });
    },
  );

  check("past the budget a report is due now", async (bench) => {
    const lease = await bench.reply(await bench.converse());
    await bench.settle(lease, failed("{}"), noLeases);
    want("for any node", (await bench.stores.messages.nextDueAt()).reports, bench.now);
  });

  check("reports neither wait for nor hold up the other lanes", async (bench) => {
    const id = await bench.converse();
    const outbound = await bench.reply(id);
    await bench.store(anOutboundAppend(id));
    await bench.store(anInboundAppend());
    const { leases } = await bench.settle(outbound, failed("{}"));
    want(
      "the report and the next message both start",
      leases.map((lease) => lease.lane.kind).sort(),
      ["outbound", "reports"],
    );
  });

  check("reports are delivered in order, and retried like anything", async (bench) => {
    const id = await bench.converse();
    const first = onlyLease(await bench.settle(await bench.reply(id), failed('{"n":1}')));
    const none = await bench.settle(await bench.reply(id), failed('{"n":2}'));
    want("the second waits behind the first", none.leases, []);
    await bench.settle(first, retryAt(bench.now + 1_000));
    bench.now += 1_000;
    const again = onlyLease({ leases: await bench.claim() });
    want("the first once more", [again.head, again.attempt], [first.head, 2]);
    const second = onlyLease(await bench.settle(again, delivered));
    want("then the second", second.head.message, '{"n":2}');
  });

  check("reports are no messages of the conversation, settled or not", async (bench) => {
    const id = await bench.converse();
    const activity = (await bench.stores.conversations.find({ id }))?.lastMessageAt;
    const outbound = await bench.reply(id);
    bench.now += 9_000;
    const report = onlyLease(await bench.settle(outbound, failed("{}")));
    want("only two messages are listed", (await bench.messages(id)).length, 2);
    await bench.settle(report, delivered);
    want("also afterwards", (await bench.messages(id)).length, 2);
    want(
      "a report is no activity",
      (await bench.stores.conversations.find({ id }))?.lastMessageAt,
      activity,
    );
  });

  check("a dead letter's report comes from the inbound lane", async (bench) => {
    const lease = await bench.accept();
    const report = onlyLease(await bench.settle(lease, failed("{}")));
    want("on the reports lane", report.lane, { ...lease.lane, kind: "reports" });
  });

  check("a stale failure reports nothing", async (bench) => {
    const lease = await bench.reply(await bench.converse());
    const result = await bench.trySettle({ ...lease, token: lease.token + 1 }, failed("{}"));
    want("refused", result.settlements, ["stale"]);
    want(
      "nothing is due on the reports lane",
      (await bench.stores.messages.nextDueAt()).reports,
      null,
    );
  });
}
