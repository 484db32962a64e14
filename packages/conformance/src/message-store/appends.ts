import { aText, anIdentity, anInboundAppend, delivered, noLeases } from "../samples/samples.ts";
import { type Check, sequencesOf } from "../stores/store-bench.ts";
import { want, wantSome } from "../want.ts";

export function checkAppends(check: Check): void {
  check("a first message makes the conversation, named by the append", async (bench) => {
    const append = anInboundAppend({
      candidateId: "c-1",
      visitorId: "42",
      visitorKey: "42",
      profile: { name: "Bo" },
    });
    const result = await bench.append(append);
    want("the answer names the new conversation", result, {
      status: "stored",
      conversationId: "c-1",
      sequences: sequencesOf(result),
      created: true,
    });
    want(
      "the conversation is found by its id",
      await bench.stores.conversations.find({ id: "c-1" }),
      {
        id: "c-1",
        channelKey: "shop-key",
        channelId: "shop",
        visitorKey: "42",
        visitorId: "42",
        profile: { name: "Bo" },
        createdAt: bench.now,
        lastMessageAt: bench.now,
        owner: { backend: "default", assignee: null, fence: 0 },
      },
    );
  });

  check("two first messages in one batch make one conversation", async (bench) => {
    const [first, second] = [
      anInboundAppend({ candidateId: "c-1" }),
      anInboundAppend({ candidateId: "c-2" }),
    ];
    const { appends } = await bench.commit({ appends: [first, second] });
    want(
      "the second joins the first's conversation",
      appends.map((result) => "created" in result && [result.conversationId, result.created]),
      [
        ["c-1", true],
        ["c-1", false],
      ],
    );
  });

  check("ids that made no conversation make later ones", async (bench) => {
    const identity = anIdentity("m1", "hello");
    const [first, beside] = [
      anInboundAppend({ candidateId: "c-1", identity }),
      anInboundAppend({ candidateId: "beside" }),
    ];
    const { appends } = await bench.commit({ appends: [first, beside] });
    const known = await bench.append(anInboundAppend({ candidateId: "known" }));
    const repeat = await bench.append({ ...first, candidateId: "repeat" });
    const refused = await bench.append(
      anInboundAppend({ visitorKey: "refused", candidateId: "refused", mayCreate: false }),
    );
    want(
      "the visitor is there from the first message on",
      [...appends, known, repeat, refused].map(({ status }) => status),
      ["stored", "stored", "stored", "repeated", "refused"],
    );
    for (const candidateId of ["beside", "known", "repeat", "refused"]) {
      const later = anInboundAppend({ visitorKey: `of ${candidateId}`, candidateId });
      const made = await bench.append(later);
      want(
        `${candidateId}: it is as good as new`,
        "created" in made && [made.conversationId, made.created],
        [candidateId, true],
      );
    }
  });

  check("one visitor key on two channels makes two conversations", async (bench) => {
    await bench.store(anInboundAppend({ channelKey: "a", candidateId: "c-a" }));
    await bench.store(anInboundAppend({ channelKey: "b", candidateId: "c-b" }));
    const found = await bench.stores.conversations.find({ channelKey: "b", visitorKey: "1" });
    want("each channel has its own", found?.id, "c-b");
  });

  check("a new visitor past the limit is refused, a known one is not", async (bench) => {
    await bench.store(anInboundAppend());
    const known = await bench.append(anInboundAppend({ mayCreate: false }));
    want("the known visitor's message is stored", known.status, "stored");
    const fresh = await bench.append(anInboundAppend({ visitorKey: "2", mayCreate: false }));
    want("the new one is refused", fresh, { status: "refused", refusal: "conversation-limit" });
    const found = await bench.stores.conversations.find({
      channelKey: "shop-key",
      visitorKey: "2",
    });
    want("and leaves nothing behind", found, null);
  });

  check(
    "present profile fields replace the stored ones, absent ones change nothing",
    async (bench) => {
      await bench.store(anInboundAppend({ profile: { name: "Bo", email: "bo@example.org" } }));
      await bench.store(anInboundAppend({ profile: { name: "Bob" }, visitorId: "1" }));
      const { profile, visitorId } = wantSome(
        "the conversation is there",
        await bench.stores.conversations.find({ channelKey: "shop-key", visitorKey: "1" }),
      );
      want("the profile is merged", { ...profile }, { name: "Bob", email: "bo@example.org" });
      want("the visitor's id has the form last received", visitorId, "1");
    },
  );

  check("the parts of one message are stored in order, under rising sequences", async (bench) => {
    const parts = [aText("one"), aText("two"), aText("three")];
    const result = await bench.append(anInboundAppend({ messages: parts }));
    const sequences = sequencesOf(result);
    want("one sequence per part, from 1", sequences, [1, 2, 3]);
    const stored = await bench.messages("shop-key-1");
    want(
      "the messages are listed as they were appended",
      stored.map((message) => [message.sequence, message.message]),
      parts.map((part, index) => [sequences[index], part]),
    );
    want("each is waiting", stored[0], {
      sequence: 1,
      direction: "inbound",
      message: parts[0],
      sender: null,
      state: "waiting",
      failure: null,
      acceptedAt: bench.now,
    });
  });

  check("every text survives, NUL and lone surrogates included", async (bench) => {
    const texts = ["\u0000", "\ud800", "\ud83d\ude00", "'; drop table x; --", "\u2028"].map(aText);
    const visitorId = JSON.stringify("\u0000\ud800");
    const lease = await bench.accept(
      anInboundAppend({ messages: texts, visitorId, visitorKey: visitorId }),
    );
    const stored = await bench.messages(lease.lane.conversationId);
    want(
      "messages come back as they went in",
      stored.map((message) => message.message),
      texts,
    );
    want("so does the visitor's id", lease.conversation.visitorId, visitorId);
  });

  check("numbers beyond 2^53 in an id keep every digit", async (bench) => {
    const digits = "9007199254740993123456789";
    const lease = await bench.accept(anInboundAppend({ visitorId: digits, visitorKey: digits }));
    want("the id is text for a store", lease.conversation.visitorId, digits);
  });

  check("a conversation's activity moves with every message of either side", async (bench) => {
    const id = await bench.converse();
    bench.now += 5_000;
    await bench.reply(id);
    want(
      "an agent's message counts",
      (await bench.stores.conversations.find({ id }))?.lastMessageAt,
      bench.now,
    );
    bench.now += 5_000;
    await bench.store(anInboundAppend(), noLeases);
    const conversation = await bench.stores.conversations.find({ id });
    want("so does a visitor's", conversation?.lastMessageAt, bench.now);
    want("its making stays", conversation?.createdAt, bench.now - 10_000);
  });

  check("sequences are never used twice in a conversation", async (bench) => {
    const id = await bench.converse();
    const seen = new Set<number>([1]);
    for (let turn = 0; turn < 5; turn += 1) {
      const lease = await bench.reply(id);
      seen.add(lease.head.sequence);
      const { leases } = await bench.settle(lease, {
        kind: "failed",
        failure: { reason: "timeout" },
        report: "{}",
        record: null,
      });
      for (const report of leases) {
        seen.add(report.head.sequence);
        await bench.settle(report, delivered);
      }
      if (turn === 2) await bench.restart();
    }
    want("five messages and five reports have ten fresh sequences", seen.size, 11);
  });
}
