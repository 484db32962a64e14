import type { DoorRequest } from "@parley/core";
import { expect, it } from "vitest";
import { doorsOn, type OpenedDoors } from "../support/doors.ts";

const request = "POST /agents/desk HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n";

/** A door that answers when it is told to, and a request that waits for its answer. */
async function waitingAtDoor(given: Parameters<typeof doorsOn>[0] = {}) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const handle = async () => (await promise, { status: 204 });
  const doors = await doorsOn({ ...given, handle });
  const socket = doors.client.open();
  socket.write(request);
  await expect.poll(() => doors.asked.length).toBe(1);
  return { socket, answer: resolve, left: leftOf(doors) };
}

function leftOf({ asked }: OpenedDoors): NonNullable<DoorRequest["left"]> {
  const left = asked.at(-1)?.left;
  if (left === undefined) throw new Error("the door was not given a signal");
  return left;
}

it("a door hears of a client that breaks its connection off", async () => {
  const { socket, left, answer } = await waitingAtDoor();
  expect(left.aborted).toBe(false);
  socket.resetAndDestroy();
  await expect.poll(() => left.aborted).toBe(true);
  answer();
});

it("a door hears of a client that has died, which looks like one that writes no more", async () => {
  const { socket, left, answer } = await waitingAtDoor({ bounds: {} });
  socket.end();
  await expect.poll(() => left.aborted).toBe(true);
  answer();
});

it("a client that has its answer has not left, also when it closes its connection then", async () => {
  const { socket, left, answer } = await waitingAtDoor();
  answer();
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await expect.poll(() => Buffer.concat(chunks).toString()).toContain("204");
  socket.end();
  await new Promise((resolve) => socket.once("close", resolve));
  expect(left.aborted).toBe(false);
});
