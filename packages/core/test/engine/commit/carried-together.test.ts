import { ManualTime } from "@parley/conformance";
import { expect, it } from "vitest";
import { BackendCaller } from "../../../src/engine/inbound/backend-caller.ts";
import { DurableInbox } from "../../../src/engine/inbound/inbox.ts";
import { HeldLease } from "../../../src/engine/dispatch/held-lease.ts";
import { UnsettledCalls } from "../../../src/engine/inbound/unsettled-calls.ts";
import { NextTurn } from "../../../src/engine/next-turn.ts";
import { Observers } from "../../../src/engine/observers.ts";
import { OutboundCarrier } from "../../../src/engine/outbound/outbound-carrier.ts";
import { DurableOutbox } from "../../../src/engine/outbound/outbox.ts";
import type { AttemptEnd } from "../../../src/engine/outbound/redelivery.ts";
import { defaultKnobs } from "../../../src/model/channel.ts";
import type { GatewayEvent } from "../../../src/ports/platform/observer.ts";
import type { Lease } from "../../../src/ports/stores/message-store.ts";
import { noPauses } from "../support/no-pauses.ts";

/** What the parts tell, and turns that end when the test says so. */
function bench() {
  const ends: (() => void)[] = [];
  const events: GatewayEvent[] = [];
  const observer = { notice: (event: GatewayEvent) => void events.push(event) };
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const observers = new Observers([observer], log);
  const turn = new NextTurn({ soon: (callback) => void ends.push(callback) });
  const endTurn = async (): Promise<void> => {
    for (const end of ends.splice(0)) end();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const types = (): string[] => events.map(({ type }) => type);
  return { time: new ManualTime(), events, types, observers, log, turn, endTurn };
}

const channel = { id: "shop", key: "k", knobs: defaultKnobs, signingKeys: [] };

function aLease(time: ManualTime): HeldLease {
  const now = time.now();
  const conversation = { id: "c", channelKey: "k", channelId: "shop", visitorId: "1", profile: {} };
  const head = { sequence: 1, messageSequence: 1, message: "{}", acceptedAt: now };
  const lane = { kind: "outbound", conversationId: "c" };
  const terms = { attempt: 1, startedAt: now, until: now + 11_000, memo: null, token: 1 };
  return new HeldLease({ ...terms, lane, head, conversation } as unknown as Lease);
}

it("visitors' and agents' messages are read behind the turn that brought them, in their order", async () => {
  const { time, types, observers, turn, endTurn } = bench();
  const shared = { turn, observers, clock: time };
  type InboxPorts = ConstructorParameters<typeof DurableInbox>[0];
  type OutboxPorts = ConstructorParameters<typeof DurableOutbox>[0];
  const activity = { queued() {}, refused() {} };
  const conversations = { find: async () => null };
  const inbox = new DurableInbox(shared as unknown as InboxPorts);
  const outbox = new DurableOutbox({
    ...shared,
    activity,
    conversations,
  } as unknown as OutboxPorts);
  const message = { type: "text", text: "hi" };
  const request = { conversationId: "c", idempotencyKey: null, sender: { name: "Ada" }, message };
  const answers = [
    inbox.accept({ channel } as never, Buffer.from("{")),
    outbox.send(request as never),
    outbox.sendAgain("c", 1),
  ];
  await new Promise((resolve) => setImmediate(resolve));
  expect(types()).toEqual([]);
  await endTurn();
  expect(types()).toEqual(["refused", "not-queued", "not-queued"]);
  expect(await Promise.all(answers)).toMatchObject(answers.map(() => ({ accepted: false })));
});

/** One attempt whose POST has ended as told; the turn has not. */
async function posted(end: AttemptEnd) {
  const { time, turn, events, types, observers, endTurn } = bench();
  const channels = { current: async () => channel };
  const endpoint = {
    post: async () => {
      time.spend(700);
      return end;
    },
  };
  type Ports = ConstructorParameters<typeof OutboundCarrier>[0];
  const typing = { superseded() {}, interrupted() {} };
  const backends = { hearsDelivered: () => false, reporterOf: () => "default" };
  const ports = { channels, endpoint, clock: time, watch: {}, observers, typing, turn, backends };
  const held = aLease(time);
  const carried = new OutboundCarrier(ports as unknown as Ports).carry(held);
  await new Promise((resolve) => setImmediate(resolve));
  expect(types()).toEqual([]);
  time.spend(900);
  return { held, carried, events, endTurn };
}

it("a POST took as long as it did, not as the turn behind it", async () => {
  const { carried, events, endTurn } = await posted({ kind: "positive", status: 200 });
  await endTurn();
  expect(await carried).toMatchObject({ kind: "delivered" });
  expect(events).toMatchObject([{ type: "attempted", outcome: "positive", durationMs: 700 }]);
});

it("what a receiver answered counts, also where the lease is dropped before the turn ends", async () => {
  const { held, carried, events, endTurn } = await posted({ kind: "failure", failure: "timeout" });
  held.drop();
  await endTurn();
  expect(await carried).toMatchObject({ kind: "retry" });
  expect(events).toMatchObject([{ type: "attempted", outcome: "timeout" }]);
});

it("an agent app's answer is told of behind the turn that brought it", async () => {
  const { time, turn, types, observers, log, endTurn } = bench();
  const watch = { check: () => true } as never;
  const caller = new BackendCaller({
    clock: time,
    timers: time,
    watch,
    observers,
    logger: log,
    turn,
    unsettledCalls: new UnsettledCalls(time),
    pauses: noPauses,
    answers: null,
  });
  const asked = caller.ask(aLease(time), async () => ({ outcome: "taken" }));
  await new Promise((resolve) => setImmediate(resolve));
  expect(types()).toEqual([]);
  await endTurn();
  expect([await asked, types()]).toEqual([{ outcome: "taken" }, ["attempted"]]);
});
