import {
  anIdentity,
  anInboundAppend,
  anOutboundAppend,
  aText,
  delivered,
  noLeases,
} from "../samples/samples.ts";
import { purgeAll } from "../stores/purge-all.ts";
import { type Check, onlyLease, sequencesOf, type StoreBench } from "../stores/store-bench.ts";
import { want } from "../want.ts";

const windowMs = 60_000;
const dayMs = 24 * 60 * 60 * 1_000;

async function statuses(
  bench: StoreBench,
  sent: readonly (readonly [string, string, string?])[],
): Promise<string[]> {
  const answers: string[] = [];
  for (const [messageId, content, visitorKey = "1"] of sent) {
    const append = anInboundAppend({
      visitorKey,
      identity: anIdentity(messageId, content, windowMs),
    });
    answers.push((await bench.append(append)).status);
  }
  return answers;
}

/** The same of messages that are no repeats. */
async function storeEach(...[bench, sent]: Parameters<typeof statuses>): Promise<void> {
  want("each is stored", await statuses(bench, sent), Array(sent.length).fill("stored"));
}

export function checkRepeats(check: Check): void {
  check(
    "a client's own retry within the window is answered with the first one's sequences",
    async (bench) => {
      const append = anInboundAppend({ identity: anIdentity("m1", "hello") });
      const first = await bench.append(append);
      bench.now += windowMs - 1;
      const again = await bench.append({
        ...append,
        candidateId: "other",
        profile: { name: "Bo" },
        visitorId: "1",
      });
      want("the repeat is recognised", again, {
        status: "repeated",
        conversationId: "shop-key-1",
        sequences: sequencesOf(first),
        created: false,
      });
      want("nothing is stored twice", (await bench.messages("shop-key-1")).length, 1);
      const conversation = await bench.stores.conversations.find({ id: "shop-key-1" });
      want(
        "its sender fields still update the profile",
        { ...conversation?.profile },
        { name: "Bo" },
      );
      want("and the visitor's id", conversation?.visitorId, "1");
      want("but it is no new activity", conversation?.lastMessageAt, conversation?.createdAt);
    },
  );

  check("what was accepted before the clock was set back makes nothing a repeat", async (bench) => {
    bench.now += 60 * windowMs;
    await storeEach(bench, [["m1", "hello"]]);
    bench.now -= windowMs - 1;
    want("back by less than the window", await statuses(bench, [["m1", "hello"]]), ["repeated"]);
    bench.now -= 1;
    want("by all of it", await statuses(bench, [["m1", "hello"]]), ["stored"]);
    bench.now += windowMs - 1;
    want("and a window later", await statuses(bench, [["m1", "hello"]]), ["repeated"]);
  });

  check("a retry in the same batch is a repeat too", async (bench) => {
    const append = anInboundAppend({ identity: anIdentity("m1", "hello") });
    const { appends } = await bench.commit({ appends: [append, append] });
    want(
      "the second is a repeat",
      appends.map((result) => result.status),
      ["stored", "repeated"],
    );
  });

  check(
    "past the window the same message is stored again, and the window starts anew",
    async (bench) => {
      want("the first is stored", await statuses(bench, [["m1", "hello"]]), ["stored"]);
      bench.now += windowMs;
      want("at the window's end it is a new message", await statuses(bench, [["m1", "hello"]]), [
        "stored",
      ]);
      bench.now += windowMs - 1;
      want("which has a window of its own", await statuses(bench, [["m1", "hello"]]), ["repeated"]);
    },
  );

  check("a repeat does not lengthen the window", async (bench) => {
    await storeEach(bench, [["m1", "hello"]]);
    bench.now += windowMs - 1;
    want("a repeat", await statuses(bench, [["m1", "hello"]]), ["repeated"]);
    bench.now += 1;
    want("it runs from acceptance", await statuses(bench, [["m1", "hello"]]), ["stored"]);
  });

  check("another visitor with the same id and content is nobody's repeat", async (bench) => {
    const sent = [["m1", "hello", "1"] as const, ["m1", "hello", "2"] as const];
    want("each visitor's message is stored", await statuses(bench, sent), ["stored", "stored"]);
    want("and each one's retry is a repeat", await statuses(bench, sent), ["repeated", "repeated"]);
  });

  check("an id that has carried two contents never drops anything again", async (bench) => {
    const sent = [["m1", "hello"] as const, ["m1", "bye"] as const];
    want("both are stored", await statuses(bench, sent), ["stored", "stored"]);
    want(
      "and so is every retry of either",
      await statuses(bench, [...sent, ...sent]),
      Array(4).fill("stored"),
    );
    bench.now += 365 * dayMs;
    want("a year later too", await statuses(bench, [...sent, ...sent]), Array(4).fill("stored"));
  });

  check(
    "an id is tainted for every visitor of the channel, whoever sent the second content",
    async (bench) => {
      await storeEach(bench, [
        ["m1", "hello", "1"],
        ["m1", "bye", "2"],
      ]);
      want("the first visitor's retry is stored", await statuses(bench, [["m1", "hello", "1"]]), [
        "stored",
      ]);
      want(
        "a third visitor's too",
        await statuses(bench, [
          ["m1", "x", "3"],
          ["m1", "x", "3"],
        ]),
        ["stored", "stored"],
      );
    },
  );

  check("a second content taints the id even long after the first one's window", async (bench) => {
    await storeEach(bench, [["m1", "hello"]]);
    bench.now += 30 * dayMs;
    want(
      "the id means nothing from the second content on",
      await statuses(bench, [
        ["m1", "bye"],
        ["m1", "bye"],
        ["m1", "hello"],
      ]),
      ["stored", "stored", "stored"],
    );
  });

  check("another channel's ids are its own", async (bench) => {
    await storeEach(bench, [["m1", "hello"]]);
    const other = anInboundAppend({ channelKey: "b", identity: anIdentity("m1", "bye") });
    want("the other channel's message is stored", (await bench.append(other)).status, "stored");
    want("and taints nothing here", await statuses(bench, [["m1", "hello"]]), ["repeated"]);
  });

  check("a message without an identity is always stored", async (bench) => {
    const { appends } = await bench.commit({ appends: [anInboundAppend(), anInboundAppend()] });
    want(
      "twice",
      appends.map((result) => result.status),
      ["stored", "stored"],
    );
  });

  check("identities outlive a restart", async (bench) => {
    await storeEach(bench, [
      ["m1", "hello"],
      ["m2", "hello"],
      ["m2", "bye"],
    ]);
    await bench.restart();
    want(
      "repeat and taint are remembered",
      await statuses(bench, [
        ["m1", "hello"],
        ["m2", "bye"],
      ]),
      ["repeated", "stored"],
    );
  });

  check("an idempotency key sends once, as long as its message is kept", async (bench) => {
    const id = await bench.converse();
    const append = anOutboundAppend(id, { idempotencyKey: "k1" });
    const lease = onlyLease(await bench.commit({ appends: [append] }));
    bench.now += 400 * dayMs;
    await bench.restart();
    want("the second call answers with the first one's sequences", await bench.append(append), {
      status: "repeated",
      conversationId: id,
      sequences: [lease.head.sequence],
      created: false,
    });
    await bench.settle(lease, delivered);
    await bench.store(anInboundAppend(), noLeases);
    await purgeAll(bench.stores.retention, bench.now);
    want("once it is deleted, the key is free", (await bench.append(append)).status, "stored");
    want("and taken again", (await bench.append(append)).status, "repeated");
  });

  check("an idempotency key of several parts is known while one of them is kept", async (bench) => {
    const id = await bench.converse();
    const append = anOutboundAppend(id, {
      idempotencyKey: "k1",
      messages: [aText("a"), aText("b")],
    });
    await bench.settle(onlyLease(await bench.commit({ appends: [append] })), delivered, noLeases);
    bench.now += dayMs;
    await bench.store(anInboundAppend(), noLeases);
    await purgeAll(bench.stores.retention, bench.now);
    want("the second part waits", (await bench.append(append)).status, "repeated");
  });

  check("an idempotency key belongs to its conversation", async (bench) => {
    const [a, b] = [await bench.converse("1"), await bench.converse("2")];
    await bench.store(anOutboundAppend(a, { idempotencyKey: "k1" }));
    const other = await bench.append(anOutboundAppend(b, { idempotencyKey: "k1" }));
    want("the other conversation's message is stored", other.status, "stored");
  });

  check("a repeat is recognised before its lane is found full", async (bench) => {
    const id = await bench.converse();
    const append = anOutboundAppend(id, { idempotencyKey: "k1" });
    await bench.store(append, noLeases);
    await bench.storeAll(
      Array.from({ length: 19 }, () => anOutboundAppend(id)),
      noLeases,
    );
    want("the key answers although twenty wait", (await bench.append(append)).status, "repeated");
  });
}
