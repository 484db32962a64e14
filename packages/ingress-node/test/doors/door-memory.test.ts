import { setTimeout as sleep } from "node:timers/promises";
import type { NamedDoor } from "@parley/core";
import { expect, it } from "vitest";
import { DoorHandler } from "../../src/doors/door-handler.ts";
import { doorTarget } from "../../src/doors/door-target.ts";
import { listen } from "../support/served.ts";

const kib = 1_024;
const body = Buffer.alloc(8 * kib);
const desk: NamedDoor = { name: "desk", handle: async () => ({ status: 204 }) };
const stuck: NamedDoor = { name: "stuck", handle: () => new Promise<never>(() => {}) };

/** Doors whose requests hold at most 20 KiB each: one with such a body at a time. */
function doorsOf20KiB(answerWithinMs: number) {
  const options = { clientAddress: () => undefined, answerWithinMs, limitBytes: 9 * kib };
  const handler = new DoorHandler([desk, stuck], options, 20 * kib);
  return listen((request, response) => {
    void handler.answer({ request, response, target: doorTarget("/agents", request) });
  });
}

it("a door that never ends gets nothing more once its memory is full, and takes none of others", async () => {
  const client = await doorsOf20KiB(200);
  const answers = [];
  for (let call = 0; call < 3; call += 1)
    answers.push(await client.send("POST", "/agents/stuck", body));
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(answers.map(({ body }) => /"code":(\d+)/.exec(body)?.[1])).toEqual([
    "50303",
    "50301",
    "50301",
  ]);
  expect(answers[2]?.headers).toMatchObject({ "retry-after": "1", connection: "close" });
  expect((await client.send("POST", "/agents/desk", body)).status).toBe(204);
});

it("a door that ends has its memory back, whatever became of the requests", async () => {
  const client = await doorsOf20KiB(60_000);
  const post = async () => (await client.send("POST", "/agents/desk", body)).status;
  const tooLarge = [
    `Transfer-Encoding: chunked\r\n\r\n${(10 * kib).toString(16)}\r\n${"x".repeat(10 * kib)}\r\n0`,
  ];
  for (let call = 0; call < 3; call += 1) {
    // The request that was left before may not have ended yet.
    await expect.poll(post).toBe(204);
    expect((await client.send("POST", "/agents/desk", "", tooLarge)).status).toBe(413);
    const leaving = client.open();
    leaving.write("POST /agents/desk HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n1");
    await sleep(20);
    leaving.resetAndDestroy();
    await sleep(20);
  }
});
