import assert from "node:assert/strict";
import type { Refusal } from "@parley/core";
import type { GatewayRig } from "../gateway/gateway-rig.ts";
import type { ScriptedOutbox } from "./scripted-outbox.ts";

/** The parts of a bench that take replies. */
interface ReplyBench {
  readonly rig: GatewayRig;
  readonly outbox: ScriptedOutbox;
}

/** A limit for what never comes. */
const patienceMs = 15_000;

/**
 * Runs `write` and waits until one more message of an agent is stored. Real sockets need real time; the manual clock
 * stands still.
 * @throws Error when the outbox refuses a message for good meanwhile
 */
export async function untilReplied(
  { rig, outbox }: ReplyBench,
  conversationId: string,
  write: () => unknown,
): Promise<void> {
  const count = async () => {
    const { items } = await rig.gateway.conversations.messages(conversationId, newest);
    return items.filter(({ direction }) => direction === "outbound").length;
  };
  const [before, refused] = [await count(), outbox.refusals.length];
  await write();
  const deadline = Date.now() + patienceMs;
  for (;;) {
    await rig.time.settle();
    if ((await count()) > before) return;
    const final = outbox.refusals.slice(refused).find(isFinal);
    if (final !== undefined) throw new Error(`the reply was refused: ${final.message}`);
    if (Date.now() > deadline) assert.fail("a reply is stored");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

const newest = { before: null, limit: 200 };

/** Whether the same message is refused again, however often it comes. */
const isFinal = ({ httpStatus }: Refusal): boolean => httpStatus !== 429 && httpStatus < 500;
