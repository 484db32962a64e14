import { MemoryData, memoryStores } from "@parley/core/memory";
import { expect, it, onTestFinished } from "vitest";
import { allApps } from "./apps/all-apps.ts";
import type { AppServer, FixedAnswer } from "./apps/app-server.ts";
import { HelpdeskApp } from "./apps/helpdesk-app.ts";
import { PolledApp } from "./apps/polled-app.ts";
import { PluginRig } from "./support/plugin-rig.ts";

async function started(app: AppServer): Promise<PluginRig> {
  const data = new MemoryData();
  const rig = await PluginRig.start(() => memoryStores({ data }), app);
  onTestFinished(() => rig.close());
  return rig;
}

it.each(allApps)(
  "%s that says when it can be called again is not called before",
  async (_what, makeApp) => {
    const rig = await started(makeApp());
    const brought = () => rig.app.calls.filter(({ target }) => /^(POST|PUT)/.test(target)).length;

    rig.app.busyForSeconds = 600;
    const id = await rig.say("hello");
    await rig.until("the app is asked", () => brought() === 1);
    const { pauses } = rig.node(0).gateway;
    await rig.until("the pause begins", () => pauses.lasting().length === 1);
    await rig.time.advance(595_000);
    expect(brought()).toBe(1);
    rig.app.busyForSeconds = null;
    await rig.time.advance(10_000);
    await rig.until("the app has it", () => rig.shown(id).length === 1);
    const { items } = await rig.node(0).gateway.deadLetters.list({ before: null, limit: 10 });
    expect(items).toEqual([]);
  },
);

it("an app that can be called earlier than it said is called at once", async () => {
  const app = new HelpdeskApp();
  const rig = await started(app);
  app.busyForSeconds = 3_000;
  const id = await rig.say("hello");
  const { pauses } = rig.node(0).gateway;
  await rig.until("the pause begins", () => pauses.lasting().length === 1);
  await app.liftLimit();
  await rig.time.advance(1_000);
  await rig.until("the app has it", () => rig.shown(id).length === 1);
  expect(pauses.lasting()).toEqual([]);
});

const asked = (headers: Readonly<Record<string, string>>): FixedAnswer => ({
  status: 429,
  headers: { date: "Wed, 21 Oct 2026 07:28:00 GMT", ...headers },
});

const pauses: readonly (readonly [string, number, FixedAnswer])[] = [
  ["is busy and names no time", 10, asked({})],
  ["is busy until a date", 40, asked({ "retry-after": "Wed, 21 Oct 2026 07:28:40 GMT" })],
  [
    "is busy until a date that has passed",
    1,
    asked({ "retry-after": "Wed, 21 Oct 2026 07:27:00 GMT" }),
  ],
  ["refuses the credentials", 60, { status: 401 }],
  ["forbids the call", 60, { status: 403 }],
];

it.each(
  allApps.flatMap(([what, makeApp]) => pauses.map((how) => [what, ...how, makeApp] as const)),
)("%s that %s is called again after %i s, and rejects nothing", async (...given) => {
  const [, , seconds, answer, makeApp] = given;
  const rig = await started(makeApp());
  rig.app.fixedAnswer = answer;
  const id = await rig.say("hello");
  const { pauses } = rig.node(0).gateway;
  await rig.until("the pause begins", () => pauses.lasting().length === 1);
  const [{ since, until } = { since: 0, until: 0 }] = pauses.lasting();
  expect(until - since).toBe(1_000 * seconds);
  rig.app.fixedAnswer = null;
  await rig.time.advance(1_000 * (seconds + 1));
  await rig.until("the app has it", () => rig.shown(id).length === 1);
});

it("a notice of a delivered message waits while the app is busy", async () => {
  const app = new HelpdeskApp();
  const rig = await started(app);
  const id = await rig.say("hello");
  await rig.until("the app shows it", () => rig.shown(id).length === 1);
  app.before = async ({ target }) => {
    if (target.startsWith("PATCH ")) app.busyForSeconds = 600;
  };
  const message = app.write(id, "yes?");
  const { pauses } = rig.node(0).gateway;
  await rig.until("the pause begins", () => pauses.lasting().length === 1);
  app.before = () => Promise.resolve();
  app.busyForSeconds = null;
  await rig.time.advance(605_000);
  await rig.until("it is marked", () => app.statusOf(message) === "delivered");
});

it.each([
  ["conversations", "conversation:", () => new HelpdeskApp()],
  ["topics", "poll", () => new PolledApp()],
  ["topics", "topic:", () => new PolledApp()],
] as const)("a busy app with %s is read again when it said: %s", async (_what, prefix, makeApp) => {
  const rig = await started(makeApp());
  const id = await rig.say("hello");
  await rig.until("the app shows it", () => rig.shown(id).length === 1);
  rig.app.busyForSeconds = 600;
  rig.app.write(id, "yes?");
  await rig.until("it is not due before", async () => {
    const { entries } = await rig.node(0).state.list(prefix, { after: null, limit: 1 });
    return entries.some(({ due }) => due === rig.time.now() + 600_000);
  });
  rig.app.busyForSeconds = null;
  await rig.time.advance(600_000);
  await rig.until("the answer goes out", () => rig.sent.length === 1);
});
