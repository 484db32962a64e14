import { expect, it, onTestFinished } from "vitest";
import { AgentRig } from "../support/agent-rig.ts";

async function started() {
  const rig = await AgentRig.start();
  onTestFinished(() => rig.close());
  const findings = async (node = rig.node(0)) => {
    const { diagnosis } = node.gateway;
    const all = await diagnosis.run({ probe: false }, new AbortController().signal);
    return all.filter(({ check }) => check.startsWith("agent-http"));
  };
  return { rig, findings };
}

it("the doctor tells of an app that has never polled, and of one that has stopped", async () => {
  const { rig, findings } = await started();
  expect(await findings()).toMatchObject([
    { check: "agent-http-polls", level: "warning", message: "http: the app has never polled." },
    { check: "agent-http-waiting", level: "ok", message: "http: 0 events wait." },
  ]);
  await rig.client().poll();
  await rig.time.advance(30_000);
  expect(await findings()).toMatchObject([
    { level: "ok", message: "http: the app polled 30 s ago." },
    {},
  ]);
  await rig.time.advance(60_000);
  expect(await findings()).toMatchObject([
    { level: "fault", message: "http: the app has not polled for 90 s." },
    {},
  ]);
});

it("every node knows when the app has polled another", async () => {
  const { rig, findings } = await started();
  const other = await rig.add();
  await rig.client().poll();
  await rig.time.settle();
  expect(await findings(other)).toMatchObject([{ level: "ok" }, {}]);
});

it("the doctor counts the events that wait, and tells of the oldest", async () => {
  const { rig, findings } = await started();
  await rig.say("hello", { visitor: "a" });
  expect(await findings()).toMatchObject([{}, { level: "ok", message: "http: 1 event waits." }]);
  for (const visitor of ["b", "c"]) await rig.say("hello", { visitor });
  expect(await findings()).toMatchObject([{}, { level: "ok", message: "http: 3 events wait." }]);
  await rig.time.advance(20 * 60_000);
  expect(await findings()).toMatchObject([
    {},
    { level: "warning", message: "http: 3 events wait, the oldest for 20 minutes." },
  ]);
});
