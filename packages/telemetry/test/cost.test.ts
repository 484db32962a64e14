import { performance } from "node:perf_hooks";
import type { GatewayEvent, Logger } from "@parley/core";
import { ManualTime } from "@parley/conformance";
import { expect, it } from "vitest";
import { Instrumentation } from "../src/instrumentation.ts";
import { telemetrySettings, type TelemetryOptions } from "../src/telemetry-options.ts";
import { KeptSpans } from "./support/kept-spans.ts";

const conversations = 10_000;

/** The engine's events for one message that is answered at once. */
function chat(index: number): readonly GatewayEvent[] {
  const about = { channelId: `shop-${index % 50}`, conversationId: `c${index}`, sequence: 1 };
  const inbound = { ...about, kind: "inbound", backend: "default", deliverySequence: 1 } as const;
  const outbound = {
    ...about,
    sequence: 2,
    kind: "outbound",
    backend: "default",
    deliverySequence: 2,
  } as const;
  const attempt = { type: "attempted", attempt: 1, startedAt: 1, durationMs: 1 } as const;
  const end = { type: "delivered", attempts: 1, acceptedAt: 1, waitedMs: 5 } as const;
  const parts = { ...about, sequences: [1], deliverySequences: [2] };
  return [
    { type: "accepted", ...parts, warnings: 0, created: true, startedAt: 1 },
    { type: "committed", appends: 1, settlements: 0, durationMs: 1 },
    { ...attempt, ...inbound, outcome: "taken" },
    { ...end, ...inbound },
    { type: "queued", ...parts, sequences: [2] },
    { ...attempt, ...outbound, outcome: "positive" },
    { ...end, ...outbound },
  ];
}

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

function instrumentation(options: TelemetryOptions): Instrumentation {
  const time = new ManualTime();
  const none = { lanes: 0, waiting: 0, oldestAcceptedAt: null };
  const store = {
    backlog: async () => ({
      inbound: none,
      outbound: none,
      reports: none,
      notices: none,
      backends: {},
    }),
  };
  const ports = { store, clock: time, timers: time, logger: silent };
  return new Instrumentation({
    ...telemetrySettings(options),
    ...ports,
    exporter: options.spanExporter ?? null,
  });
}

/**
 * Microseconds per event and the number of spans. The time is printed but not judged: a busy machine would give a wrong
 * result.
 */
async function costOf(options: TelemetryOptions) {
  const one = instrumentation(options);
  let tookMs = 0;
  let events = 0;
  for (let index = 0; index < conversations; index += 1) {
    const told = chat(index);
    const from = performance.now();
    for (const event of told) one.notice(event);
    tookMs += performance.now() - from;
    events += told.length;
    // Lets the collector run, so that no span is dropped.
    if (index % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const cost = (tookMs * 1_000) / events;
  const page = await one.text();
  await one.shutdown();
  const spans = [...page.matchAll(/^parley_spans_total\{result="recorded"\} (\d+)$/gm)];
  return { cost, spans: spans.reduce((sum, [, count]) => sum + Number(count), 0) };
}

it("an event costs microseconds and no wait, more only for traces that are kept", async () => {
  const counted = await costOf({});
  const tenth = await costOf({ spanExporter: new KeptSpans(), sampleRatio: 0.1 });
  const traced = await costOf({ spanExporter: new KeptSpans() });
  const costs = [counted.cost, tenth.cost, traced.cost].map((cost) => cost.toFixed(1));
  console.log(`telemetry: µs per event counted, a tenth traced, all traced: ${costs.join(", ")}`);
  expect([counted.spans, tenth.spans > 0, traced.spans]).toEqual([0, true, conversations * 6]);
  expect(tenth.spans).toBeLessThan(conversations);
});
