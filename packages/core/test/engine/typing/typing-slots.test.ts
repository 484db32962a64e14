import { ManualTime } from "@parley/conformance";
import { expect, it } from "vitest";
import { type TypingNotice, TypingSlots } from "../../../src/engine/typing/typing-slots.ts";

it("more conversations than are tried at once are all told of the end when the gateway stops", async () => {
  const time = new ManualTime();
  const told: string[] = [];
  let underWay = 0;
  let most = 0;
  const slots = new TypingSlots<TypingNotice>({
    clock: time,
    timers: time,
    ticks: [0],
    isBusy: () => false,
    carry: async (conversationId, { type }) => {
      most = Math.max(most, (underWay += 1));
      await new Promise<void>((resolve) => void time.after(10, resolve));
      underWay -= 1;
      told.push(`${conversationId} ${type}`);
      return true;
    },
  });
  const conversations = Array.from({ length: 600 }, (_, index) => `c${index}`);
  const finished = slots.finish(conversations, () => ({ type: "typeout" }));
  await time.advance(1_000);
  await finished;
  expect(told.toSorted()).toEqual(conversations.map((id) => `${id} typeout`).toSorted());
  expect(most).toBe(256);
});
