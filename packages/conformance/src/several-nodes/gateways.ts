import type { Runner } from "../runner.ts";
import { want } from "../want.ts";
import type { ShareStores } from "./shared-stores.ts";
import { gatewayCheckOf } from "./two-gateways.ts";

const movedAway = { chatApiUrl: "https://moved.example/chat" };

/** Tests the engine with two gateways on one database. */
export function gatewayChecks(runner: Runner, share: ShareStores): void {
  const check = gatewayCheckOf(runner, share);

  check("one retransmission to two gateways at once reaches the agent once", async (rig) => {
    const message = { id: "m1", text: "hello" };
    await Promise.all([rig.say(0, message), rig.say(1, message)]);
    await rig.time.advance(5_000);
    want("the agent has it once", rig.backend.taken.length, 1);
  });

  check("what two gateways take for one visitor reaches the agent in order", async (rig) => {
    for (let number = 0; number < 12; number += 1) await rig.say(number % 2, { text: `${number}` });
    await rig.time.advance(5_000);
    want(
      "in the order of acceptance",
      rig.backend.taken.map(({ message }) => (message as { text?: string }).text),
      Array.from({ length: 12 }, (_, number) => `${number}`),
    );
  });

  check("a transaction that outlasts a store's wait for its lock costs no message", async (rig) => {
    await rig.say(0, { text: "hello" });
    await rig.time.settle();
    const conversation = await rig.conversation();
    const letGo = await rig.lockLanes(conversation);
    const written = Promise.all([
      rig.say(1, { text: "more" }),
      rig.reply(0, conversation, "an answer"),
    ]);
    written.catch(() => {});
    // Until both stores have given up their waits, and the gateways wait for their next tries.
    await rig.time.settle();
    await letGo?.();
    await rig.time.advance(1_000);
    await written;
    want("the visitor's message arrives", rig.backend.taken.length, 2);
    want("and the agent's", rig.transport.posts.length, 1);
  });

  check("replies through two gateways leave in order, one at a time", async (rig) => {
    await rig.say(0, { text: "hello" });
    await rig.time.settle();
    const conversation = await rig.conversation();
    for (let number = 0; number < 10; number += 1)
      await rig.reply(number % 2, conversation, `r${number}`);
    await rig.time.advance(10_000);
    want(
      "each once, in order",
      rig.transport.posts.map(({ body }) => (JSON.parse(body) as Reply).message.text),
      Array.from({ length: 10 }, (_, number) => `r${number}`),
    );
  });

  check("what changes a channel at one gateway holds at the other within a second", async (rig) => {
    const [{ channelAdmin }, { inbox }] = [rig.node(0).gateway, rig.node(1).gateway];
    const isOpen = async (secret: string) => (await inbox.authenticate("shop", secret)) !== null;
    want("the other has the channel in its cache", await isOpen(rig.secret), true);
    const rotated = await channelAdmin.rotate("shop", 0);
    const secret = rotated.done ? rotated.value.randomString : "";
    want("the new channel secret is good at once", await isOpen(secret), true);
    await rig.time.advance(1_001);
    want("the old one no more", await isOpen(rig.secret), false);
    want("of the new address", (await channelAdmin.change("shop", movedAway)).done, true);
    await rig.time.advance(1_001);
    await rig.say(1, { text: "hello" });
    await rig.time.settle();
    await rig.reply(1, await rig.conversation(), "to the new address");
    await rig.time.settle();
    want(
      "the other sends there",
      rig.transport.posts.at(-1)?.url,
      "https://moved.example/chat/shop",
    );
    want("of the removal", (await channelAdmin.remove("shop")).done, true);
    await rig.time.advance(1_001);
    want("the other lets nobody in", await isOpen(secret), false);
  });

  check("what a killed gateway held is carried on by the other", async (rig) => {
    rig.backend.answer = () => "hang";
    await rig.say(1, { text: "held" });
    await rig.time.settle();
    await rig.node(1).kill();
    rig.backend.answer = () => "taken";
    await rig.time.advance(12_000);
    want(
      "as soon as its lease has ended",
      rig.backend.taken.map(({ message }) => (message as { text?: string }).text),
      ["held"],
    );
  });

  check("a series begun by a killed gateway keeps its schedule on the other", async (rig) => {
    await rig.say(0, { text: "hello" });
    await rig.time.settle();
    const conversation = await rig.conversation();
    rig.transport.answer = () => ({ status: 500 });
    const begun = rig.time.now();
    await rig.reply(1, conversation, "never answered");
    await rig.time.advance(100);
    await rig.node(1).kill();
    await rig.time.advance(12_000);
    const starts = rig.transport.posts.map(({ at }) => at - begun);
    want("no more than three attempts, none early", starts.length <= 3 && starts[0] === 0, true);
    want(
      "each at its tick or late",
      starts.every((at, index) => at >= index * 3_000),
      true,
    );
    want("one report", rig.backend.reports.length, 1);
  });
}

interface Reply {
  readonly message: { readonly text: string };
}
