import { afterAll, beforeAll, expect, test } from "vitest";
import { Sides } from "../src/flows/sides.ts";

let sides: Sides;
beforeAll(async () => {
  sides = await Sides.open();
});
afterAll(() => sides.close());

/** The writer's process sends directly to the receiver's. */
function send(manner: string, messages: number, giveUp = false) {
  const order = { shape: "visitor", connections: 4, writers: 10, messages, giveUp } as const;
  return sides.send({ ...order, port: sides.receiverPort, path: `/${manner}/in` });
}

test("what is sent is received once and in order, from one order to the next", async () => {
  for (const messages of [200, 50]) {
    const { accepted, refused } = await send("ok", messages);
    expect([accepted, refused]).toEqual([messages, {}]);
    expect(await sides.received(messages)).toMatchObject({ repeated: 0, outOfOrder: 0 });
  }
});

test("asked for times, both sides tell of the same messages, and only until the next turn-over", async () => {
  const order = { shape: "visitor", connections: 4, writers: 10, messages: 30 } as const;
  const timed = { ...order, port: sides.receiverPort, path: "/ok/in", times: true };
  await sides.keepTimes("in");
  const { acceptedAt } = await sides.send(timed);
  const { arrivedAt } = await sides.received(30);
  expect(acceptedAt.size).toBe(30);
  expect([...arrivedAt.keys()].toSorted()).toEqual([...acceptedAt.keys()].toSorted());
  const { acceptedAt: untold } = await send("ok", 5);
  expect([untold.size, (await sides.received(5)).arrivedAt.size]).toEqual([0, 0]);
});

test("what is not received is an error, and so is what was refused when it is expected", async () => {
  const { accepted, refused } = await send("fail", 20, true);
  expect([accepted, refused]).toEqual([0, { 500: 20 }]);
  await expect(sides.received(20, 10)).rejects.toThrow("0 of 20 received");
});
