import type { Case } from "./case.ts";
import { measureCrowd } from "./cases/crowd.ts";
import { measureDisk } from "./cases/disk.ts";
import { measureEndToEnd } from "./cases/end-to-end.ts";
import { measureGrowth } from "./cases/growth.ts";
import { measureIdle } from "./cases/idle.ts";
import { measureIngress } from "./cases/ingress.ts";
import { measureMixed } from "./cases/mixed.ts";
import { measureOverload } from "./cases/overload.ts";
import { measureLatency } from "./cases/latency.ts";
import { measureManyNodes } from "./cases/many-nodes.ts";
import { measureOnPostgres } from "./cases/on-postgres.ts";
import { measurePendingMillion } from "./cases/pending-million.ts";
import { measureRetryClock } from "./cases/retry-clock.ts";
import { measureStore } from "./cases/store.ts";
import { measureTransport } from "./cases/transport.ts";
import { missingPeers } from "./stacks/redis.ts";

/** Extent of a race in a smoke run. */
const moment = { slices: 1, messages: 400, warmUp: 400 } as const;
const nothing = (): readonly string[] => [];

/** V8 has optimised the code of a stack after this many messages. */
const warmUp = 24_000;

/** Every case, in order. Each takes at most ten minutes for five rounds on two slow cores. */
export const cases: readonly Case[] = [
  {
    name: "ingress alone",
    gives: ["ingress-express/express", "ingress-node/express", "ingress-node/bare"],
    missing: nothing,
    run: ({ rounds, smoke, wanted }) =>
      measureIngress({
        rounds,
        wanted,
        ...(smoke ? moment : { slices: 5, messages: 12_000, warmUp }),
      }),
  },
  {
    name: "end to end",
    gives: [
      "cpu/bullmq",
      "delivered/bullmq",
      "accept/bullmq",
      "memory/bullmq",
      "delivered/pg-boss",
      "delivered/graphile-worker",
    ],
    missing: missingPeers,
    run: ({ rounds, smoke, wanted }) =>
      measureEndToEnd({
        rounds,
        wanted,
        ...(smoke ? moment : { slices: 4, messages: 6_000, warmUp }),
      }),
  },
  {
    name: "on PostgreSQL",
    gives: ["delivered-postgres/pg-boss", "delivered-postgres/graphile-worker"],
    missing: nothing,
    run: ({ rounds, smoke, wanted }) =>
      measureOnPostgres({
        rounds,
        wanted,
        ...(smoke ? moment : { slices: 3, messages: 8_000, warmUp }),
      }),
  },
  {
    name: "many nodes",
    gives: ["many-nodes/cpu"],
    missing: nothing,
    run: ({ rounds, smoke }) =>
      measureManyNodes({
        rounds,
        ...(smoke ? moment : { slices: 4, messages: 8_000, warmUp }),
      }),
  },
  {
    name: "latency",
    gives: ["p99/bullmq", "p99/bullmq/request"],
    missing: missingPeers,
    run: ({ rounds, smoke }) =>
      measureLatency({
        rounds,
        ...(smoke ? { seconds: 1, warmUp: 200 } : { seconds: 10, warmUp }),
      }),
  },
  {
    name: "idle",
    gives: ["idle-cpu"],
    missing: missingPeers,
    // CPU is counted in hundredths of a second. Ten seconds tell tenths of a percent.
    run: ({ rounds, smoke }) => measureIdle({ rounds, waitMs: smoke ? 2_000 : 10_000 }),
  },
  {
    name: "store alone",
    gives: ["group-commit/single"],
    missing: nothing,
    run: ({ rounds, smoke }) => measureStore({ rounds, forMs: smoke ? 200 : 2_000 }),
  },
  {
    name: "transport alone",
    gives: ["transport/fetch"],
    missing: nothing,
    run: ({ rounds, smoke }) => measureTransport({ rounds, posts: smoke ? 800 : 20_000 }),
  },
  {
    name: "pending retries",
    gives: ["pending-million", "pending-million/cpu", "pending-million/restart"],
    missing: nothing,
    run: ({ rounds, smoke }) =>
      measurePendingMillion({
        rounds,
        lanes: smoke ? 10_000 : 1_000_000,
        waitMs: smoke ? 2_000 : 20_000,
      }),
  },
  {
    name: "growth with history",
    gives: ["growth"],
    missing: nothing,
    run: ({ rounds, smoke }) =>
      measureGrowth({
        rounds,
        batches: smoke ? 20 : 100,
        warmUp: smoke ? 20 : 1_500,
        small: { conversations: 1_000, perConversation: 10 },
        large: { conversations: smoke ? 10_000 : 1_000_000, perConversation: 10 },
      }),
  },
  {
    name: "disk",
    gives: ["disk"],
    missing: nothing,
    run: ({ smoke }) => measureDisk({ conversations: smoke ? 1_000 : 10_000, perConversation: 10 }),
  },
  {
    name: "retry clock",
    gives: ["retry-clock", "retry-clock/first"],
    missing: nothing,
    run: ({ rounds, smoke }) =>
      measureRetryClock({ rounds, channels: smoke ? 1 : 100, lanesPerChannel: 100 }),
  },
  {
    name: "overload",
    gives: ["overload/throughput", "overload/p99"],
    missing: nothing,
    run: ({ rounds, smoke }) =>
      measureOverload({
        rounds,
        messages: smoke ? 4_000 : 20_000,
        connections: 2_000,
        seconds: smoke ? 1 : 5,
      }),
  },
  {
    name: "mixed traffic with failing channels",
    gives: ["mixed/p99"],
    missing: nothing,
    run: ({ rounds, smoke }) => measureMixed({ rounds, seconds: smoke ? 2 : 8 }),
  },
  {
    name: "a crowd that waits",
    gives: ["crowd/claims", "crowd/p99"],
    missing: nothing,
    run: ({ rounds, smoke }) =>
      measureCrowd({ rounds, share: smoke ? 0.1 : 1, forMs: smoke ? 3_000 : 8_000 }),
  },
];
