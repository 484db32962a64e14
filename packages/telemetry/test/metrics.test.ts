import { afterEach, describe, expect, it } from "vitest";
import { TelemetryRig } from "./support/telemetry-rig.ts";

let rig: TelemetryRig;
afterEach(() => rig.close());

describe("the metrics page", () => {
  it("counts what visitors send: accepted, opened, warned of, repeated, refused by code", async () => {
    rig = await TelemetryRig.start();
    const message = { type: "text", text: "hello", id: "m1" };
    await rig.post({ sender: { id: 1, photo: "no link", phone: {} }, message });
    await rig.post({ sender: { id: 1 }, message });
    await rig.say("again", "1");
    await rig.post("{");
    await rig.post({ sender: { id: "" }, message });
    expect(await rig.value('parley_messages_accepted_total{channel="shop"}')).toBe(2);
    expect(await rig.value('parley_conversations_opened_total{channel="shop"}')).toBe(1);
    expect(await rig.value('parley_message_warnings_total{channel="shop"}')).toBe(2);
    expect(await rig.value('parley_messages_repeated_total{channel="shop"}')).toBe(1);
    expect(await rig.value('parley_messages_refused_total{channel="shop",code="40001"}')).toBe(1);
    expect(await rig.value('parley_messages_refused_total{channel="shop",code="40005"}')).toBe(1);
  });

  it("counts requests without access, and does not reveal whether the channel exists", async () => {
    rig = await TelemetryRig.start();
    await rig.gateway.inbox.authenticate("shop", "wrong");
    await rig.gateway.inbox.authenticate("nowhere", "wrong");
    expect(await rig.value("parley_requests_turned_away_total")).toBe(2);
    expect(await rig.page()).not.toContain("nowhere");
  });

  it("measures the time to the agent app from acceptance, including failed attempts", async () => {
    rig = await TelemetryRig.start();
    rig.backend.answer = () => "throw";
    await rig.say("hello");
    rig.backend.answer = () => "taken";
    await rig.time.advance(5_000);
    const about = 'channel="shop",backend="default",kind="inbound"';
    expect(await rig.value(`parley_attempts_total{${about},outcome="later"}`)).toBe(1);
    expect(await rig.value(`parley_attempts_total{${about},outcome="taken"}`)).toBe(1);
    expect(await rig.value(`parley_deliveries_delivered_total{${about}}`)).toBe(1);
    expect(
      await rig.value('parley_time_to_agent_seconds_count{channel="shop",backend="default"}'),
    ).toBe(1);
    const sum =
      (await rig.value('parley_time_to_agent_seconds_sum{channel="shop",backend="default"}')) ?? 0;
    expect(sum).toBeGreaterThan(0.5);
    expect(sum).toBeLessThanOrEqual(5);
  });

  it("measures the time to the visitor, tick by tick", async () => {
    rig = await TelemetryRig.start();
    await rig.say("hello");
    rig.transport.answer = (_post, index) =>
      index === 0 ? { status: 500 } : { status: 200, body: '{"result":"ok"}' };
    await rig.reply("hi");
    await rig.time.advance(4_000);
    const about = 'channel="shop",backend="default",kind="outbound"';
    expect(await rig.value('parley_replies_queued_total{channel="shop"}')).toBe(1);
    expect(await rig.value(`parley_attempts_total{${about},outcome="http-status"}`)).toBe(1);
    expect(await rig.value(`parley_attempts_total{${about},outcome="positive"}`)).toBe(1);
    expect(await rig.value('parley_time_to_visitor_seconds_sum{channel="shop"}')).toBe(3);
    const upTo = (bound: string) =>
      rig.value(`parley_time_to_visitor_seconds_bucket{channel="shop",le="${bound}"}`);
    expect([await upTo("2.9"), await upTo("4")]).toEqual([0, 1]);
  });

  it("counts what failed by reason, its report, and dead letters", async () => {
    rig = await TelemetryRig.start();
    rig.backend.answer = () => ({ rejected: "no" });
    await rig.say("hello");
    rig.transport.answer = () => ({ failure: "unreachable" });
    await rig.reply("hi");
    await rig.time.advance(10_000);
    const failed = (kind: string, reason: string) =>
      rig.value(
        `parley_deliveries_failed_total{channel="shop",backend="default",reason="${reason}",kind="${kind}"}`,
      );
    expect(await failed("inbound", "backend-rejected")).toBe(1);
    expect(await failed("outbound", "unreachable")).toBe(1);
    const letters =
      'parley_dead_letters_total{channel="shop",backend="default",reason="backend-rejected"}';
    expect(await rig.value(letters)).toBe(1);
    const reports =
      'parley_deliveries_delivered_total{channel="shop",backend="default",kind="reports"}';
    expect(await rig.value(reports)).toBe(2);
  });

  it("counts agents' messages that were refused", async () => {
    rig = await TelemetryRig.start();
    await rig.reply("to nobody");
    expect(await rig.value('parley_replies_refused_total{code="40402"}')).toBe(1);
  });

  it("shows what waits and how old it is, a reading serving ten seconds", async () => {
    rig = await TelemetryRig.start();
    await rig.say("hello");
    rig.transport.answer = () => "hang";
    expect(await rig.value('parley_lane_depth{kind="outbound"}')).toBe(0);
    await rig.reply("one");
    await rig.reply("two");
    expect(await rig.value('parley_lane_depth{kind="outbound"}')).toBe(0);
    await rig.time.advance(8_000);
    await rig.reply("three");
    await rig.time.advance(2_000);
    expect(await rig.value('parley_lane_depth{kind="outbound"}')).toBe(2);
    expect(await rig.value('parley_lanes{kind="outbound"}')).toBe(1);
    expect(await rig.value('parley_lane_age_seconds{kind="outbound"}')).toBe(10);
  });

  it("shows commits, standstills, memory and the event loop", async () => {
    rig = await TelemetryRig.start();
    await rig.say("hello");
    const commits = (await rig.value("parley_commit_duration_seconds_count")) ?? 0;
    expect(commits).toBeGreaterThanOrEqual(2);
    expect(await rig.value('parley_commit_batch_entries_count{entry="append"}')).toBe(1);
    expect(await rig.value('parley_commit_batch_entries_count{entry="settlement"}')).toBe(1);
    for (const line of [
      'parley_process_memory_bytes{area="rss"}',
      'parley_event_loop_delay_seconds{quantile="0.99"}',
      "parley_process_cpu_seconds_total",
      "parley_process_start_time_seconds",
    ])
      expect(await rig.value(line), line).toBeGreaterThanOrEqual(0);
  });

  it("gives the first channels a label of their own and counts the rest together", async () => {
    rig = await TelemetryRig.start({ channelLimit: 2 });
    for (const id of ["second", "third", "fourth"]) {
      const pass = await rig.addChannel(id);
      await rig.post({ sender: { id: 1 }, message: { type: "text", text: "x" } }, {}, pass);
    }
    await rig.say("hello");
    const accepted = (channel: string) =>
      rig.value(`parley_messages_accepted_total{channel="${channel}"}`);
    expect(await accepted("second")).toBe(1);
    expect(await accepted("third")).toBe(1);
    expect(await accepted("fourth")).toBeNull();
    expect(await accepted("other")).toBe(2);
  });
});
