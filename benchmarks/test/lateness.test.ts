import type { GatewayEvent } from "@parley/core";
import { expect, test } from "vitest";
import { Lateness } from "../src/retry-clock/lateness.ts";

const subject = {
  kind: "outbound",
  backend: "default",
  channelId: "shop",
  conversationId: "one",
  sequence: 2,
  deliverySequence: 2,
} as const;

function attempted(attempt: number, startedAt: number, status = 500): GatewayEvent {
  const outcome = "failure-shape";
  return { type: "attempted", ...subject, attempt, outcome, status, startedAt, durationMs: 1 };
}

function failed(acceptedAt: number): GatewayEvent {
  const told = { attempts: 3, waitedMs: 9_000, reason: "http-status" } as const;
  return { type: "failed", ...subject, acceptedAt, ...told };
}

function series(...events: readonly GatewayEvent[]): Lateness {
  const lateness = new Lateness();
  for (const event of events) lateness.notice(event);
  return lateness;
}

const whole = [attempted(1, 1_005), attempted(2, 4_012), attempted(3, 7_001), failed(1_000)];

test("attempts and the report are late by what they begin after their instants", async () => {
  const lateness = series(...whole);
  lateness.reported("one", "http-status", 10_020);
  const result = await lateness.result(1, 0);
  expect(result).toEqual({ attempts: [[5], [12], [1]], reports: [20] });
});

test("a second message of a conversation is late by itself", async () => {
  const lateness = series(...whole);
  lateness.reported("one", "http-status", 10_020);
  await lateness.result(1, 0);
  const later = [attempted(1, 20_001), attempted(2, 23_002), attempted(3, 26_003), failed(20_000)];
  for (const event of later) lateness.notice(event);
  lateness.reported("one", "http-status", 29_004);
  const result = await lateness.result(1, 0);
  expect(result).toEqual({ attempts: [[1], [2], [3]], reports: [4] });
});

test("a message that was not tried at every tick is no figure", async () => {
  const lateness = series(attempted(1, 1_005), attempted(3, 7_001), failed(1_000));
  lateness.reported("one", "http-status", 10_020);
  await expect(lateness.result(1, 0)).rejects.toThrow("an attempt was skipped");
});

test("a message that was tried again after its last tick is no figure", async () => {
  const lateness = series(...whole, attempted(3, 8_000));
  lateness.reported("one", "http-status", 10_020);
  await expect(lateness.result(1, 0)).rejects.toThrow("out of turn");
});

test("a report that comes twice, for another reason or not at all is no figure", async () => {
  const twice = series(...whole);
  twice.reported("one", "http-status", 10_020);
  twice.reported("one", "http-status", 10_021);
  await expect(twice.result(1, 0)).rejects.toThrow("a report came twice");

  const other = series(...whole);
  other.reported("one", "timeout", 10_020);
  await expect(other.result(1, 0)).rejects.toThrow("a report said timeout");

  await expect(series(...whole).result(1, 0)).rejects.toThrow("0 of 1 reported");
});

test("a receiver that answers anything but 500 is no figure", async () => {
  const lateness = series(attempted(1, 1_005, 200), ...whole.slice(1));
  lateness.reported("one", "http-status", 10_020);
  await expect(lateness.result(1, 0)).rejects.toThrow("answered 200");
});
