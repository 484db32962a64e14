import type { AppendResult, SendingBackend } from "@parley/core";
import {
  aResendAppend,
  anOutboundAppend,
  aText,
  delivered,
  failed,
  noLeases,
} from "../../samples/samples.ts";
import { type Check, onlyLease, type StoreBench } from "../../stores/store-bench.ts";
import { want } from "../../want.ts";
import { assign, aTransition, beginIdle, by, forAll, startAgain } from "./owner-bench.ts";

const refused = { status: "refused", refusal: "not-owner" } as const;

function send(
  bench: StoreBench,
  id: string,
  sender: SendingBackend | null,
  idempotencyKey: string | null = null,
): Promise<AppendResult> {
  return bench.append(anOutboundAppend(id, { by: sender, idempotencyKey }), forAll);
}

export function checkOwnerSends(check: Check): void {
  check("only the owner may send, and nothing of a foreign send is stored", async (bench) => {
    const id = await beginIdle(bench);
    const before = await bench.stores.conversations.find({ id });
    bench.now += 10;
    want("a foreign one", await send(bench, id, by("sales")), refused);
    want(
      "of several, none of which owns",
      await send(bench, id, { backends: ["sales", "support"], fence: null }),
      refused,
    );
    want("of none", await send(bench, id, { backends: [], fence: null }), refused);
    want("the conversation", await bench.stores.conversations.find({ id }), before);
    want("its messages", (await bench.messages(id)).length, 1);
    want("nothing is due", (await bench.stores.messages.nextDueAt()).outbound, null);
    want("the owner", (await send(bench, id, by("default"))).status, "stored");
    const several = { backends: ["sales", "default"], fence: null };
    want("several, one of which owns", (await send(bench, id, several)).status, "stored");
    want("the gateway itself", (await send(bench, id, null)).status, "stored");
  });

  check("after a change the old owner is refused, the new one is not", async (bench) => {
    const id = await beginIdle(bench);
    want("before", (await send(bench, id, by("default"))).status, "stored");
    await assign(bench, id, "sales");
    await startAgain(bench);
    want("the old one", await send(bench, id, by("default")), refused);
    want("the new one", (await send(bench, id, by("sales"))).status, "stored");
  });

  check("what was written under another fence is refused", async (bench) => {
    const id = await beginIdle(bench);
    want("the first", (await send(bench, id, by("default", 0))).status, "stored");
    await assign(bench, id, "sales");
    await assign(bench, id, "default");
    for (const fence of [0, 1, 3, -1])
      want(`under ${fence}`, await send(bench, id, by("default", fence)), refused);
    want("under its own", (await send(bench, id, by("default", 2))).status, "stored");
    want("without one", (await send(bench, id, by("default"))).status, "stored");
  });

  check("the fence is compared where the commit has got to", async (bench) => {
    const id = await beginIdle(bench);
    const texts = (sender: SendingBackend, text: string) =>
      anOutboundAppend(id, { by: sender, messages: [aText(text)] });
    const { appends } = await bench.commit(
      {
        appends: [
          texts(by("default", 0), "before"),
          await aTransition(bench, id, "sales"),
          texts(by("default", 0), "late"),
          texts(by("default"), "late too"),
          texts(by("sales", 1), "after"),
        ],
      },
      forAll,
    );
    const statuses = appends.map(({ status }) => status);
    want("each by the owner of its place", statuses, [
      "stored",
      "stored",
      "refused",
      "refused",
      "stored",
    ]);
    const sent = (await bench.messages(id)).slice(1).map(({ message }) => message);
    want("two were sent", sent, [aText("before"), aText("after")]);
  });

  check("who answers within the backend does not decide who sends", async (bench) => {
    const id = await beginIdle(bench);
    await assign(bench, id, null, { to: { backend: "default", assignee: "ada" } });
    want("under the same fence", (await send(bench, id, by("default", 0))).status, "stored");
  });

  check("a repeat is answered before anybody asks who owns", async (bench) => {
    const id = await beginIdle(bench);
    const first = await send(bench, id, by("default", 0), "k1");
    await assign(bench, id, "sales");
    await startAgain(bench);
    for (const fence of [null, 0, 1])
      want("its sequences", await send(bench, id, by("default", fence), "k1"), {
        ...first,
        status: "repeated",
      });
    want("another key", await send(bench, id, by("default"), "k2"), refused);
    want("which is free", (await send(bench, id, by("sales"), "k2")).status, "stored");
  });

  check("a failed message is sent again by the owner alone, as the owner's", async (bench) => {
    const id = await beginIdle(bench);
    const lease = await bench.reply(id);
    await bench.settle(lease, failed());
    await assign(bench, id, "sales");
    const again = (sender: SendingBackend) => ({
      ...aResendAppend(id, lease.head.sequence),
      by: sender,
    });
    want("the old owner", await bench.append(again(by("default"))), refused);
    want("an old fence", await bench.append(again(by("sales", 0))), refused);
    const sent = onlyLease(await bench.commit({ appends: [again(by("sales", 1))] }, forAll));
    want("its lease", [sent.backend, sent.head.message], ["sales", lease.head.message]);
    await bench.settle(sent, delivered);
    want("a repeat too", await bench.append(again(by("default"))), refused);
    want("for the owner it is one", (await bench.append(again(by("sales")))).status, "repeated");
  });

  check("whoever does not own hears nothing else", async (bench) => {
    const id = await beginIdle(bench);
    for (let count = 0; count < 20; count += 1) await bench.store(anOutboundAppend(id), noLeases);
    want("not that the lane is full", await send(bench, id, by("sales")), refused);
    const unknown = { ...aResendAppend(id, 999), by: by("sales") };
    want("nor that a message is unknown", await bench.append(unknown), refused);
    want("the owner does", await send(bench, id, by("default")), {
      status: "refused",
      refusal: "lane-full",
    });
  });
}
