import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Person } from "./support/person.ts";
import { TwoDesks } from "./support/two-desks.ts";

let desks: TwoDesks;
let ann: Person;

beforeAll(async () => {
  desks = await TwoDesks.start();
  ann = await Person.signIn(desks.url, await desks.line(/"password"/));
});
afterAll(() => desks.clear());

it("is a host of at most 50 lines", () => {
  const text = readFileSync(join(import.meta.dirname, "../src/main.ts"), "utf8");
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(50);
});

it("a chat on the channel of people is answered at the console, and by nobody else", async () => {
  await desks.visitorSays("shop", "v1", "Is anybody there?");
  await expect.poll(() => ann.conversations()).toMatchObject([{ channelId: "shop" }]);
  const [conversation] = await ann.conversations();
  expect((await ann.reply(conversation?.id ?? "", "Yes, I am")).status).toBe(202);
  await expect.poll(() => desks.to("v1")).toEqual([[expect.any(String), "Yes, I am"]]);
});

it("a chat on another channel is answered by the echo, and people may read it only", async () => {
  await desks.visitorSays("night", "v2", "Good night");
  await expect.poll(() => desks.to("v2")).toEqual([["Echo", "Good night"]]);
  const night = (await ann.conversations()).find(({ channelId }) => channelId === "night");
  const answer = await ann.reply(night?.id ?? "", "Good morning");
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(desks.to("v2")).toHaveLength(1);
});

it("a chat that the operator gives to people is theirs from then on", async () => {
  const night = (await ann.conversations()).find(({ channelId }) => channelId === "night");
  const path = `conversations/${night?.id ?? ""}/owner`;
  const answer = await desks.admin("POST", path, { fence: 0, to: { backend: "people" } });
  expect(await answer.json()).toMatchObject({ owner: { backend: "people", fence: 1 } });
  await desks.visitorSays("night", "v2", "Is anybody else there?");
  expect((await ann.reply(night?.id ?? "", "I am")).status).toBe(202);
  await expect
    .poll(() => desks.to("v2"))
    .toEqual([
      ["Echo", "Good night"],
      [expect.any(String), "I am"],
    ]);
});

it("ends on SIGTERM", async () => {
  expect(await desks.stop()).toEqual([0, null]);
});
