import {
  aResendAppend,
  anIdentity,
  anInboundAppend,
  anOutboundAppend,
  delivered,
  failed,
  noLeases,
} from "../samples/samples.ts";
import { type Check, sequencesOf } from "../stores/store-bench.ts";
import { want } from "../want.ts";

const nothingDue = { inbound: null, outbound: null, reports: null, notices: null };

export function checkErasure(check: Check): void {
  check("an erased conversation is gone from every answer", async (bench) => {
    const id = await bench.converse();
    await bench.settle(await bench.reply(id), failed("{}"), noLeases);
    await bench.storeAll([anInboundAppend(), anOutboundAppend(id)], noLeases);
    want("it was there", await bench.stores.conversations.erase(id), true);
    await bench.restart();
    want("no conversation", await bench.stores.conversations.find({ id }), null);
    const byVisitor = await bench.stores.conversations.find({
      channelKey: "shop-key",
      visitorKey: "1",
    });
    want("not by its visitor either", byVisitor, null);
    want("no messages", await bench.messages(id), []);
    const list = await bench.stores.conversations.list({ before: null, limit: 10 });
    want("nothing in the list", list, { items: [], next: null });
    want("no lane asks for anything", await bench.stores.messages.nextDueAt(), nothingDue);
    want("a second time there is nothing", await bench.stores.conversations.erase(id), false);
  });

  check("what is under way for an erased conversation settles as stale", async (bench) => {
    const inbound = await bench.accept();
    const id = inbound.lane.conversationId;
    const outbound = await bench.reply(id);
    await bench.erase(id);
    const settlements = [inbound, outbound].map(({ lane, token }) => ({
      lane,
      token,
      verdict: failed("{}"),
    }));
    want("both", (await bench.commit({ settlements })).settlements, ["stale", "stale"]);
    want("and no report is made", await bench.stores.messages.nextDueAt(), nothingDue);
  });

  check("an old token settles nothing in the conversation that comes after", async (bench) => {
    const lost = await bench.accept();
    await bench.erase(lost.lane.conversationId);
    const fresh = await bench.accept();
    want("the same lane by name", fresh.lane, lost.lane);
    want("the old lease is stale", (await bench.trySettle(lost, delivered)).settlements, ["stale"]);
    want("the new one is not", (await bench.settle(fresh, delivered)).settlements, ["settled"]);
  });

  check("the visitor who comes back is a new conversation, and no repeat", async (bench) => {
    const append = anInboundAppend({
      identity: anIdentity("m1", "hello"),
      profile: { name: "Bo" },
    });
    await bench.store(append);
    await bench.store(anOutboundAppend("shop-key-1", { idempotencyKey: "k1" }));
    await bench.erase("shop-key-1");
    bench.now += 10;
    const result = await bench.append({ ...append, profile: {} });
    want("stored anew, from 1", result, {
      status: "stored",
      conversationId: "shop-key-1",
      sequences: sequencesOf(result),
      created: true,
    });
    const conversation = await bench.stores.conversations.find({ id: "shop-key-1" });
    want("nothing is known of them", { ...conversation?.profile }, {});
    const reply = await bench.append(anOutboundAppend("shop-key-1", { idempotencyKey: "k1" }));
    want("old idempotency keys are free", reply.status, "stored");
  });

  check("erasing one visitor does not lift the taint of a message id", async (bench) => {
    for (const content of ["a", "b"])
      await bench.store(anInboundAppend({ identity: anIdentity("m1", content) }));
    await bench.erase("shop-key-1");
    const append = anInboundAppend({ visitorKey: "2", identity: anIdentity("m1", "a") });
    want(
      "the id still drops nothing",
      [(await bench.append(append)).status, (await bench.append(append)).status],
      ["stored", "stored"],
    );
  });

  check("what an erased visitor sent under a message id is forgotten with them", async (bench) => {
    await bench.store(anInboundAppend({ identity: anIdentity("m1", "a") }));
    await bench.erase("shop-key-1");
    const append = anInboundAppend({ visitorKey: "2", identity: anIdentity("m1", "b") });
    want(
      "another content is the first again, and its retry a repeat",
      [(await bench.append(append)).status, (await bench.append(append)).status],
      ["stored", "repeated"],
    );
  });

  check("erasing one conversation leaves the others alone", async (bench) => {
    const [gone, kept] = [await bench.converse("1"), await bench.converse("2")];
    const lease = await bench.reply(kept);
    const identity = anIdentity("m1", "hello");
    await bench.store(anInboundAppend({ visitorKey: "2", identity }), noLeases);
    await bench.erase(gone);
    want("their leases hold", (await bench.settle(lease, failed(), noLeases)).settlements, [
      "settled",
    ]);
    want("their messages stay", (await bench.messages(kept)).length, 3);
    const repeat = await bench.append(anInboundAppend({ visitorKey: "2", identity }));
    want("their identities too", repeat.status, "repeated");
    want(
      "they can be sent again",
      (await bench.append(aResendAppend(kept, lease.head.sequence))).status,
      "stored",
    );
  });
}
