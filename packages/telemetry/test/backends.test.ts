import { ScriptedAgent } from "@parley/conformance";
import type { Backlog } from "@parley/core";
import { afterEach, describe, expect, it } from "vitest";
import { backlogByBackend } from "../src/backend-backlog.ts";
import { BackendLabels } from "../src/bounded-labels.ts";
import { TelemetryRig } from "./support/telemetry-rig.ts";

let rig: TelemetryRig | null = null;
afterEach(() => rig?.close());

/** A gateway with the agent apps `sales` and `support`; visitors with a photo are for support. */
async function routed() {
  const agents: Record<string, ScriptedAgent> = {};
  rig = await TelemetryRig.startRouted(
    ({ time }) =>
      Object.assign(agents, {
        sales: new ScriptedAgent(time),
        support: new ScriptedAgent(time),
      }),
    { choose: ({ profile }) => (profile.name === "for support" ? "support" : "sales") },
  );
  const { sales, support } = agents as Record<"sales" | "support", ScriptedAgent>;
  const say = (id: string, name: string) =>
    (rig as TelemetryRig).post({ sender: { id, name }, message: { type: "text", text: "hello" } });
  return { rig, sales, support, say };
}

describe("with several agent apps, the page", () => {
  it("counts attempts, deliveries and pauses of each, and their time alone", async () => {
    const { rig: one, sales, support, say } = await routed();
    support.backend.answer = () => ({ outcome: "later", inMs: 60_000 });
    await say("a", "for sales");
    await say("b", "for sales");
    await say("c", "for support");
    expect(sales.backend.taken).toHaveLength(2);
    const about = (backend: string) => `channel="shop",backend="${backend}",kind="inbound"`;
    const value = (name: string, labels: string) => one.value(`parley_${name}{${labels}}`);
    expect(await value("attempts_total", `${about("sales")},outcome="taken"`)).toBe(2);
    expect(await value("deliveries_delivered_total", about("sales"))).toBe(2);
    expect(await value("deliveries_delivered_total", about("support"))).toBe(null);
    expect(await value("events_postponed_total", `${about("support")},scope="event"`)).toBe(1);
    const took = (backend: string) =>
      value("time_to_agent_seconds_count", `channel="shop",backend="${backend}"`);
    expect([await took("sales"), await took("support")]).toEqual([2, null]);
  });

  it("shows what waits for each, with zeros for one that nothing waits for any more", async () => {
    const { rig: one, support, say } = await routed();
    support.backend.answer = () => "throw";
    await say("a", "for sales");
    await say("c", "for support");
    await say("c", "for support");
    const depth = (backend: string) =>
      one.value(`parley_backend_lane_depth{backend="${backend}",kind="inbound"}`);
    await one.time.advance(10_000);
    expect([await depth("sales"), await depth("support")]).toEqual([0, 2]);
    const age = await one.value(
      'parley_backend_lane_age_seconds{backend="support",kind="inbound"}',
    );
    expect(await one.value('parley_backend_lanes{backend="support",kind="inbound"}')).toBe(1);
    expect(age).toBeGreaterThan(0);
    expect(await one.value('parley_lane_depth{kind="inbound"}')).toBe(2);
    support.backend.answer = () => "taken";
    await one.time.advance(70_000);
    expect(await depth("support")).toBe(0);
  });

  it("counts changes of owner by what happened", async () => {
    const { rig: one, say } = await routed();
    await say("a", "for sales");
    const { items } = await one.gateway.conversations.list({ before: null, limit: 1 });
    const change = {
      conversationId: items[0]?.id ?? "",
      fence: 0,
      to: { backend: "support", assignee: null },
      name: "assigned",
      by: "test",
      why: null,
    };
    expect(await one.gateway.owners.transition(change)).toMatchObject({ done: true });
    expect(await one.value('parley_owner_changes_total{name="assigned"}')).toBe(1);
  });

  it("names on every attempt the agent app that it was made at or for", async () => {
    const { rig: one, say } = await routed();
    await say("a", "for sales");
    await say("c", "for support");
    rig = null;
    await one.close();
    const named = one.collector.spans
      .filter(({ name }) => name === "visitor message to agent app: attempt")
      .map(({ attributes }) => attributes["parley.backend"]);
    expect(named.toSorted()).toEqual(["sales", "support"]);
  });
});

describe("labels of agent apps", () => {
  it("are names of backends alone, the first fifty, and the rest is one", () => {
    const labels = new BackendLabels();
    expect(labels.of("slack/sales")).toBe("slack/sales");
    expect(labels.of("https://sales.example/ann")).toBe("other");
    for (let index = 1; index < 50; index += 1) labels.of(`b${index}`);
    expect(labels.of("b49")).toBe("b49");
    expect(labels.of("b50")).toBe("other");
    expect(labels.given.size).toBe(51);
  });

  it("that are past the limit share one sum of what waits", () => {
    const labels = new BackendLabels();
    for (let index = 0; index < 50; index += 1) labels.of(`b${index}`);
    const none = { lanes: 0, waiting: 0, oldestAcceptedAt: null };
    const waiting = (oldestAcceptedAt: number) => ({
      inbound: { lanes: 1, waiting: 2, oldestAcceptedAt },
      reports: none,
      notices: none,
    });
    const backlog: Backlog = {
      inbound: none,
      outbound: none,
      reports: none,
      notices: none,
      backends: { late: waiting(9), later: waiting(7), b3: waiting(8) },
    };
    const found = backlogByBackend(backlog, labels);
    expect(found.get("other")?.inbound).toEqual({ lanes: 2, waiting: 4, oldestAcceptedAt: 7 });
    expect(found.get("b3")?.inbound).toEqual({ lanes: 1, waiting: 2, oldestAcceptedAt: 8 });
    expect(found.get("b4")?.inbound).toEqual(none);
    expect(found.size).toBe(51);
  });
});
