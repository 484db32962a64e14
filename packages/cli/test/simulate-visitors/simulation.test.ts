import { messageTypes } from "@parley/core";
import { describe, expect, it } from "vitest";
import { IngressClient } from "../../src/simulate-visitors/ingress-client.ts";
import type { SimulationClock } from "../../src/simulate-visitors/simulation-clock.ts";
import { realClock } from "../../src/simulate-visitors/simulation-clock.ts";
import {
  simulateVisitors,
  type SimulationOptions,
} from "../../src/simulate-visitors/simulate-visitors.ts";
import { Tally, type TallyView } from "../../src/simulate-visitors/tally.ts";
import { Ingress, type Reply } from "./support/ingress.ts";

const calm = {
  ratePerSecond: 100,
  seconds: 0.4,
  visitors: 3,
  kinds: ["text"],
  think: false,
} as const;

describe("simulated visitors", () => {
  it("send as many events as rate and time make, in turn, with texts of their own and ids used once", async () => {
    const { ingress, view } = await simulate({});
    expect(view.sent).toBe(40);
    expect(view.accepted).toBe(40);
    expect(ingress.events).toHaveLength(40);
    const texts = ingress.events.map(({ message }) => message["text"]).toSorted();
    expect(texts.slice(0, 2)).toEqual([
      "Hello from visitor 1, message 1",
      "Hello from visitor 1, message 10",
    ]);
    expect(new Set(texts).size).toBe(40);
    expect(new Set(ingress.events.map(({ message }) => message["id"])).size).toBe(40);
    const senders = new Set(ingress.events.map(({ sender }) => `${sender.id}: ${sender.name}`));
    expect([...senders].toSorted()).toEqual(
      [1, 2, 3].map((number) => `simulated-${number}: Visitor ${number}`),
    );
  });

  it("send every type when told to, each with its required fields", async () => {
    const { ingress, view } = await simulate({ kinds: ["text", "media", "typing"] });
    expect(view.accepted).toBe(40);
    const types = new Set(ingress.events.map(({ message }) => message["type"]));
    expect([...types].toSorted()).toEqual(Object.keys(messageTypes).toSorted());
    const lacking = ingress.events.filter(({ message }) => {
      const { required } = messageTypes[message["type"] as keyof typeof messageTypes];
      return required.some((field) => message[field] === undefined);
    });
    expect(lacking).toEqual([]);
  });

  it("say that they type before each message, and think", async () => {
    const { ingress, view } = await simulate({ think: true, seconds: 0.02 }, hurriedPace());
    expect(view.sent).toBe(4);
    expect(ingress.events.map(({ message }) => message["type"]).toSorted()).toEqual([
      "text",
      "text",
      "typein",
      "typein",
    ]);
  });

  it("go on sending while answers are awaited", async () => {
    const { ingress, view } = await simulate({ seconds: 0.1 }, realClock, () => null, 10);
    expect(ingress.events).toHaveLength(10);
    expect(view.lostBy).toEqual({ "still without answer at the end": 10 });
  });

  it("send what is late all the same, and tell by how much", async () => {
    const { view } = await simulate({}, latePace(500));
    expect(view.sent).toBe(40);
    expect(view.latenessMs?.max).toBeGreaterThanOrEqual(500);
    expect(view.latenessMs?.p50).toBeGreaterThanOrEqual(100);
  });
});

describe("the tally", () => {
  it("tells answers apart: accepted, with warnings, refused by code, lost by reason", async () => {
    const replies: readonly Reply[] = [
      {},
      { body: '{"result":"ok","warnings":[{"field":"sender.photo","message":"dropped"}]}' },
      { status: 429, body: '{"error":{"code":42901,"message":"slow down"}}' },
      { status: 502, body: "<html>Bad Gateway" },
      { status: 200, body: "<html>Sign in" },
      { status: 200, body: '{"result":"ok","error":{"code":7}}' },
      { hangUp: true },
      { status: 400, body: '{"error":{"code":"canary"}}' },
    ];
    const { view } = await simulate(
      { seconds: 0.08 },
      realClock,
      (index) => replies[index] ?? null,
    );
    const { latencyMs, latenessMs, ...counts } = view;
    expect(counts).toEqual({
      sent: 8,
      inFlight: 0,
      accepted: 3,
      warned: 1,
      refused: 4,
      refusedBy: { "42901": 1, "HTTP 502": 1, "HTTP 200": 1, "HTTP 400": 1 },
      lost: 1,
      lostBy: { "connection broken": 1 },
    });
    expect(latencyMs?.max).toBeGreaterThan(0);
    expect(latenessMs?.max).toBeGreaterThan(0);
  });

  it("gives percentiles with three significant digits, of any number of events", () => {
    const tally = new Tally();
    for (let ms = 1; ms <= 1_000; ms += 1) {
      tally.sent(0);
      tally.ended({ kind: "accepted", warned: false }, ms);
    }
    const { latencyMs } = tally.view();
    const wanted = { p50: 500, p90: 900, p99: 990, max: 1_000 };
    for (const [name, ms] of Object.entries(wanted)) {
      const got = latencyMs?.[name as keyof typeof wanted] ?? 0;
      expect(Math.abs(got - ms)).toBeLessThanOrEqual(ms / 500);
    }
  });

  it("keeps no more than some forty reasons apart, whatever answers", () => {
    const tally = new Tally();
    for (let code = 0; code < 1_000; code += 1) {
      tally.ended({ kind: "refused", reason: String(code) }, 1);
    }
    const { refused, refusedBy } = tally.view();
    expect(refused).toBe(1_000);
    expect(Object.keys(refusedBy).length).toBeLessThan(50);
    expect(refusedBy["others"]).toBe(960);
  });
});

interface Simulated {
  readonly ingress: Ingress;
  readonly view: TallyView;
}

/** @param giveUpAt aborts waiting for answers once this many events have arrived */
async function simulate(
  changes: Partial<SimulationOptions>,
  pace: SimulationClock = realClock,
  reply: (index: number) => Reply | null = () => ({}),
  giveUpAt = Number.POSITIVE_INFINITY,
): Promise<Simulated> {
  const tally = new Tally();
  const ingress: Ingress = await Ingress.open((index) => {
    if (index + 1 === giveUpAt) setImmediate(() => line.abandon());
    return reply(index);
  });
  const line = new IngressClient(ingress.url);
  const signal = new AbortController().signal;
  await simulateVisitors({ ...calm, ...changes }, { line, pace, tally }, signal);
  line.close();
  return { ingress, view: tally.view() };
}

/** Time without real waiting: every wait ends at once. */
function hurriedPace(): SimulationClock {
  let nowMs = 0;
  return {
    now: () => nowMs,
    async until(instantMs) {
      nowMs = Math.max(nowMs, instantMs);
    },
  };
}

/** A machine that pauses before the first event. */
function latePace(lateMs: number): SimulationClock {
  let nowMs = 0;
  let late = 0;
  return {
    now: () => nowMs + late,
    async until(instantMs) {
      nowMs = Math.max(nowMs, instantMs - late);
      late = lateMs;
    },
  };
}
