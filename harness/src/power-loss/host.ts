import { hash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Bounds, createGateway, defaultBounds } from "@parley/core";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import { ContainerModule } from "inversify";
import { openMarks } from "./marks.ts";
import { weakenLater } from "./weaken.ts";
import { world } from "./world.ts";

/*
 * The process that is recorded: a gateway on the real store, with senders in both directions, until so many messages
 * have been acknowledged. Every acknowledgement is noted among the recorded writes, in the turn in which it is given.
 */
const [directory = "", life = "", wanted = "0", regime = "full", end = "closed"] =
  process.argv.slice(2);
const senders = 16;
const longestPauseMs = 6;
const conversations = new Map<string, string>();
const mark = openMarks(directory);
const weaken = regime === "normal" ? weakenLater() : () => {};
const gateway = await createGateway(
  platformNode({ logLevel: "error" }),
  storeSqlite({ directory }),
  world(mark, conversations),
  new ContainerModule(({ bind }) => {
    bind(Bounds).toConstantValue({ ...defaultBounds, newConversationsPerMinute: 1_000_000 });
  }),
);
weaken();
const added = await gateway.channelAdmin.add({
  id: `shop-${life}`,
  chatApiUrl: "https://shop.invalid",
});
if (!added.done) throw new Error(added.refusal.message);
const { channel, randomString: channelSecret } = added.value;
mark("channel", channel.id);
let acknowledged = 0;

async function visit(id: string): Promise<void> {
  for (let number = 0; acknowledged < Number(wanted);) {
    await pause(Math.random() * longestPauseMs);
    const pass = await gateway.inbox.authenticate(channel.id, channelSecret).catch(() => null);
    if (pass === null) continue;
    const text = `in-${id}-${number}`;
    const body = { sender: { id }, message: { type: "text", text: padded(text), id: text } };
    const answer = await gateway.inbox.accept(pass, Buffer.from(JSON.stringify(body)));
    if (answer.accepted) note(text);
    if (answer.accepted) number += 1;
  }
}

async function answerTo(id: string): Promise<void> {
  for (let number = 0; acknowledged < Number(wanted);) {
    await pause(Math.random() * longestPauseMs);
    const conversationId = conversations.get(id);
    if (conversationId === undefined) continue;
    const text = `out-${id}-${number}`;
    const message = { type: "text", text: padded(text) };
    const sender = { name: "Ann" };
    const answer = await gateway.outbox.send({
      conversationId,
      idempotencyKey: text,
      sender,
      message,
    });
    if (answer.accepted) note(text);
    if (answer.accepted) number += 1;
  }
}

function note(text: string): void {
  mark("accepted", text);
  acknowledged += 1;
}

/** A repeat must have the same content. */
function padded(text: string): string {
  const fraction = Number.parseInt(hash("sha1", text).slice(0, 6), 16) / 0xff_ff_ff;
  return `${text} ${"ö".repeat(Math.floor(fraction ** 4 * 900))}`;
}

const ids = Array.from({ length: senders }, (_, index) => `${life}${index}`);
await Promise.all(ids.flatMap((id) => [visit(id), answerTo(id)]));
if (end === "killed") process.kill(process.pid, "SIGKILL");
gateway.drain();
await gateway.close();
