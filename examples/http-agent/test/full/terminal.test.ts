import { afterAll, beforeAll, expect, it } from "vitest";
import { Host } from "../support/host.ts";

const soon = { timeout: 20_000 };
let host: Host;

beforeAll(async () => {
  host = await Host.start("terminal");
});
afterAll(() => host.close());

it("the terminal shows what visitors write, and sends what is typed to the last of them", async () => {
  await expect.poll(() => host.availability(), soon).toBe("1");
  await host.visitorSays("ann", "Is it in stock?");
  await expect.poll(() => host.program.lines, soon).toContain("ann: Is it in stock?");
  host.program.type("Yes, three of them");
  await expect.poll(() => host.answersTo("ann"), soon).toEqual(["Yes, three of them"]);
});

it("the terminal sends to the visitor who was chosen", async () => {
  await host.visitorSays("bob", "Hello");
  await expect.poll(() => host.program.lines, soon).toContain("bob: Hello");
  host.program.type("/to ann");
  host.program.type("Shall I keep one?");
  await expect.poll(() => host.answersTo("ann").at(-1), soon).toBe("Shall I keep one?");
  expect(host.answersTo("bob")).toEqual([]);
});

it("what visitors write does not act on the terminal", async () => {
  await host.visitorSays("eve", "\u001b[2Jgone\u202e");
  await expect.poll(() => host.program.lines, soon).toContain("eve: ·[2Jgone·");
});

it("the terminal goes on after it was killed", async () => {
  await host.program.kill();
  await host.startAgain();
  await host.visitorSays("ann", "Are you still there?");
  await expect.poll(() => host.program.lines, soon).toContain("ann: Are you still there?");
  host.program.type("I am");
  await expect.poll(() => host.answersTo("ann").at(-1), soon).toBe("I am");
});

it("the terminal ends when its input does", async () => {
  expect(await host.program.endInput()).toBe(0);
});
