import {
  aResendAppend,
  anInboundAppend,
  anOutboundAppend,
  delivered,
  deliveredWith,
  failed,
  noLeases,
  pausedAt,
  retryAt,
} from "../samples/samples.ts";
import { listDeliveries, deliveryIdsOf } from "../delivery-store/list-deliveries.ts";
import { purgeAll } from "../stores/purge-all.ts";
import { type Check, onlyLease } from "../stores/store-bench.ts";
import { want } from "../want.ts";

export function checkNotices(check: Check): void {
  check("a delivery's notice travels on a lane of its own, stored with it", async (bench) => {
    const id = await bench.converse();
    const outbound = await bench.reply(id);
    bench.now += 900;
    const notice = onlyLease(await bench.settle(outbound, deliveredWith('{"about":"it"}')));
    want(
      "it is leased like an append",
      [notice.lane, notice.attempt, notice.startedAt],
      [{ kind: "notices", conversationId: id }, 1, bench.now],
    );
    want("its head is the notice", notice.head, {
      sequence: notice.head.sequence,
      messageSequence: notice.head.sequence,
      message: '{"about":"it"}',
      sender: null,
      recipientId: null,
      acceptedAt: bench.now,
    });
    want("the message is delivered", (await bench.messages(id))[1]?.state, "delivered");
  });

  check("without one, nothing more is due", async (bench) => {
    await bench.settle(await bench.reply(await bench.converse()), delivered);
    want("no lane", (await bench.stores.messages.nextDueAt()).notices, null);
  });

  check("notices have a budget of their own", async (bench) => {
    const id = await bench.converse();
    await bench.settle(await bench.reply(id), deliveredWith("{}"), noLeases);
    await bench.settle(await bench.reply(id), failed("{}"), noLeases);
    want("due for any node", (await bench.stores.messages.nextDueAt()).notices, bench.now);
    const kindsWith = async (budget: { reports: number; notices: number }) =>
      (await bench.claim({ ...noLeases, ...budget })).map(({ lane }) => lane.kind);
    want("that of notices", await kindsWith({ reports: 0, notices: 5 }), ["notices"]);
    want("that of reports", await kindsWith({ reports: 5, notices: 0 }), ["reports"]);
  });

  check("neither notices nor reports wait for the others", async (bench) => {
    const id = await bench.converse();
    await bench.settle(await bench.reply(id), deliveredWith('{"n":1}'));
    const report = onlyLease(await bench.settle(await bench.reply(id), failed("{}")));
    want("a report beside a notice under way", report.lane.kind, "reports");
    const other = await bench.converse("2");
    await bench.settle(await bench.reply(other), failed("{}"));
    const notice = onlyLease(await bench.settle(await bench.reply(other), deliveredWith("{}")));
    want("a notice beside a report under way", notice.lane.kind, "notices");
    want("nor the message", (await bench.accept(anInboundAppend())).lane.kind, "inbound");
  });

  check("notices come in order, are retried and paused like anything", async (bench) => {
    const id = await bench.converse();
    const first = onlyLease(await bench.settle(await bench.reply(id), deliveredWith('{"n":1}')));
    const none = await bench.settle(await bench.reply(id), deliveredWith('{"n":2}'));
    want("the second waits behind the first", none.leases, []);
    await bench.settle(first, retryAt(bench.now + 1_000));
    bench.now += 1_000;
    const again = onlyLease({ leases: await bench.claim() });
    want("the first once more", [again.head, again.attempt], [first.head, 2]);
    await bench.settle(again, pausedAt(bench.now, 5_000));
    bench.now += 5_000;
    const paused = onlyLease({ leases: await bench.claim() });
    want("after a pause", [paused.head, paused.attempt], [first.head, 2]);
    const second = onlyLease(await bench.settle(paused, failed(null)));
    want("then the second, though the first failed", second.head.message, '{"n":2}');
    want("after which nothing is left", (await bench.settle(second, delivered)).leases, []);
  });

  check("a stale delivery tells nothing", async (bench) => {
    const lease = await bench.reply(await bench.converse());
    const stale = { ...lease, token: lease.token + 1 };
    const result = await bench.trySettle(stale, deliveredWith("{}"));
    want("refused", [result.settlements, result.leases], [["stale"], []]);
    want("no lane", (await bench.stores.messages.nextDueAt()).notices, null);
  });

  check("a notice survives a crash, and is gone once it is settled", async (bench) => {
    const id = await bench.converse();
    const outbound = await bench.reply(id);
    await bench.settle(outbound, deliveredWith("{}"), noLeases);
    await bench.restart();
    const notice = onlyLease({ leases: await bench.claim() });
    await bench.settle(notice, delivered);
    await bench.restart();
    want("nothing waits", (await bench.stores.deliveries.backlog()).notices.waiting, 0);
    want("nothing is due", (await bench.stores.messages.nextDueAt()).notices, null);
    want("the next message comes after it", (await bench.reply(id)).head.sequence, 4);
  });

  checkNoMessages(check);
}

function checkNoMessages(check: Check): void {
  check("notices are no messages, no deliveries and no activity", async (bench) => {
    const id = await bench.converse();
    const outbound = await bench.reply(id);
    const activity = (await bench.stores.conversations.find({ id }))?.lastMessageAt;
    bench.now += 9_000;
    const notice = onlyLease(await bench.settle(outbound, deliveredWith('{"text":"hello"}')));
    for (const state of ["waiting", "settled"]) {
      const { deliveries, conversations } = bench.stores;
      want(`${state}: no message`, (await bench.messages(id)).length, 2);
      want(`${state}: no delivery`, await deliveries.delivery(id, notice.head.sequence), null);
      const ofConversation = await listDeliveries(bench, { conversationId: id });
      want(`${state}: not listed`, deliveryIdsOf(ofConversation), [`${id}.2`, `${id}.1`]);
      want(`${state}: nor waiting`, await listDeliveries(bench, { state: "waiting" }), []);
      want(`${state}: no activity`, (await conversations.find({ id }))?.lastMessageAt, activity);
      if (state === "waiting") await bench.settle(notice, failed(null));
    }
    want("nor failed", await listDeliveries(bench, { state: "failed" }), []);
    const letters = await bench.stores.deadLetters.deadLetters({ before: null, limit: 5 });
    want("nor a dead letter", letters.items, []);
  });

  check("a notice cannot be sent again", async (bench) => {
    const id = await bench.converse();
    const notice = onlyLease(await bench.settle(await bench.reply(id), deliveredWith("{}")));
    for (const direction of ["inbound", "outbound"] as const)
      want(
        direction,
        await bench.append(aResendAppend(id, notice.head.sequence, direction), noLeases),
        { status: "refused", refusal: "unknown-message" },
      );
  });

  check("the backlog counts notices apart", async (bench) => {
    const id = await bench.converse();
    await bench.settle(await bench.reply(id), deliveredWith("{}"), noLeases);
    await bench.settle(await bench.reply(id), deliveredWith("{}"), noLeases);
    const { notices, reports } = await bench.stores.deliveries.backlog();
    want("two", notices, { lanes: 1, waiting: 2, oldestAcceptedAt: bench.now });
    want("and no reports", reports.waiting, 0);
  });

  check("an erased conversation's notices are dropped", async (bench) => {
    const id = await bench.converse();
    const first = onlyLease(await bench.settle(await bench.reply(id), deliveredWith("{}")));
    await bench.settle(await bench.reply(id), deliveredWith("{}"));
    await bench.erase(id);
    want("stale", (await bench.trySettle(first, delivered)).settlements, ["stale"]);
    want("nothing is due", (await bench.stores.messages.nextDueAt()).notices, null);
    want("nothing waits", (await bench.stores.deliveries.backlog()).notices.lanes, 0);
    await bench.restart();
    bench.now = first.until;
    want("nor later", await bench.claim(), []);
  });

  check("what waits to be told keeps its conversation from being purged whole", async (bench) => {
    const id = await bench.converse();
    await bench.settle(await bench.reply(id), deliveredWith("{}"), noLeases);
    bench.now += 1_000;
    const { retention } = bench.stores;
    want("not whole", (await purgeAll(retention, bench.now)).conversations, 0);
    const notice = onlyLease({ leases: await bench.claim() });
    want("it is told", notice.lane, { kind: "notices", conversationId: id });
    await bench.settle(notice, delivered);
    want("then it goes", (await purgeAll(retention, bench.now)).conversations, 1);
  });

  check("a full outbound lane is not filled by notices", async (bench) => {
    const id = await bench.converse();
    for (let round = 0; round < 21; round += 1)
      await bench.settle(await bench.reply(id), deliveredWith("{}"), { notices: 0 });
    want("room", (await bench.append(anOutboundAppend(id))).status, "stored");
  });
}
