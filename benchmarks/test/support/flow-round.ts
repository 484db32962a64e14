import type { FlowRound, Slice } from "../../src/flows/slice.ts";

/** What a test chooses of a slice: from 0 ms to these instants. */
export interface FakeSlice {
  readonly messages?: number;
  readonly acceptedMs?: number;
  /** `null`: nothing is delivered. */
  readonly deliveredMs?: number | null;
  readonly cpuSeconds?: number;
  readonly instructions?: number;
  readonly onwardMs?: readonly number[];
  readonly p99Ms?: number;
}

export function roundOf(...slices: readonly FakeSlice[]): FlowRound {
  return { slices: slices.map(sliceOf), memoryBytes: 1_000_000 };
}

function sliceOf({
  messages = 1,
  acceptedMs = 1,
  deliveredMs = 1,
  cpuSeconds = 1,
  instructions,
  onwardMs = [],
  p99Ms = 0,
}: FakeSlice): Slice {
  const counts = { messages, repeated: 0, outOfOrder: 0, arrivedAt: new Map() };
  const sent = { accepted: messages, refused: {}, startedAt: 0, endedAt: acceptedMs };
  const latencies = { p50Ms: 0, p99Ms };
  return {
    messages,
    sent: { ...sent, ...latencies, acceptedPerSecond: 1, acceptedAt: new Map() },
    received: deliveredMs === null ? null : { ...counts, ...latencies, lastAt: deliveredMs },
    onwardMs,
    cpuSeconds,
    instructions: instructions ?? null,
  };
}
