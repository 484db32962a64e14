import type { Case } from "./case.ts";
import { measureCrowd } from "./cases/crowd.ts";
import { measureDisk } from "./cases/disk.ts";
import { measureEndToEnd } from "./cases/end-to-end.ts";
import { measureGrowth } from "./cases/growth.ts";
import { measureIdle } from "./cases/idle.ts";
import { measureIngress } from "./cases/ingress.ts";
import { measureMixed } from "./cases/mixed/mixed.ts";
import { measureOverload } from "./cases/overload.ts";
import { measureLatency } from "./cases/latency.ts";
import { measureManyNodes } from "./cases/many-nodes.ts";
import { measureOnPostgres } from "./cases/on-postgres.ts";
import { measurePendingMillion } from "./cases/pending-million.ts";
import { measureRetryClock } from "./cases/retry-clock.ts";
import { measureStore } from "./cases/store.ts";
import { measureTransport } from "./cases/transport.ts";
import { missingPeers } from "./stacks/redis.ts";

const nothing = (): readonly string[] => [];

/** Every case of a full run, in order. */
export const cases: readonly Case[] = [
  {
    name: "ingress alone",
    gives: [
      "ingress-express/express",
      "ingress-express/express@16",
      "ingress-node/express",
      "ingress-node/bare",
    ],
    missing: nothing,
    run: ({ rounds, quick, wanted }) =>
      measureIngress({
        rounds,
        messages: quick ? 6_000 : 30_000,
        warmUp: quick ? 3_000 : 6_000,
        few: wanted.has("ingress-express/express@16"),
        chat: !quick && missingPeers().length === 0,
      }),
  },
  {
    name: "store alone",
    gives: ["group-commit/single"],
    missing: nothing,
    run: ({ rounds, quick }) => measureStore({ rounds, forMs: quick ? 500 : 2_000 }),
  },
  {
    name: "transport alone",
    gives: ["transport/fetch"],
    missing: nothing,
    run: ({ rounds, quick }) => measureTransport({ rounds, posts: quick ? 8_000 : 20_000 }),
  },
  {
    name: "end to end",
    gives: [
      "accept/bullmq",
      "delivered/bullmq",
      "delivered/pg-boss",
      "delivered/graphile-worker",
      "cpu/bullmq",
      "memory/bullmq",
    ],
    missing: missingPeers,
    run: ({ rounds, quick }) =>
      measureEndToEnd({
        rounds,
        messages: quick ? 2_000 : 16_000,
        fewerMessages: quick ? 500 : 8_000,
      }),
  },
  {
    name: "latency",
    gives: ["p99/bullmq", "p99/bullmq/request"],
    missing: missingPeers,
    run: ({ rounds, quick }) => measureLatency({ rounds, seconds: quick ? 2 : 10 }),
  },
  {
    name: "idle",
    gives: ["idle-cpu"],
    missing: missingPeers,
    run: ({ rounds, quick }) => measureIdle({ rounds, waitMs: quick ? 2_000 : 10_000 }),
  },
  {
    name: "pending retries",
    gives: ["pending-million", "pending-million/cpu", "pending-million/restart"],
    missing: nothing,
    run: ({ rounds, quick }) =>
      measurePendingMillion({
        rounds: quick ? 1 : rounds,
        lanes: quick ? 100_000 : 1_000_000,
        // CPU is counted in hundredths of a second. A shorter wait cannot tell 2 % from 1 %.
        waitMs: quick ? 10_000 : 20_000,
      }),
  },
  {
    name: "growth with history",
    gives: ["growth"],
    missing: nothing,
    run: ({ rounds, quick }) =>
      measureGrowth({
        rounds,
        batches: quick ? 20 : 100,
        warmUp: quick ? 20 : 1_500,
        small: { conversations: 1_000, perConversation: 10 },
        large: { conversations: quick ? 10_000 : 1_000_000, perConversation: 10 },
      }),
  },
  {
    name: "disk",
    gives: ["disk"],
    missing: nothing,
    run: ({ quick }) => measureDisk({ conversations: quick ? 1_000 : 10_000, perConversation: 10 }),
  },
  {
    name: "retry clock",
    gives: ["retry-clock", "retry-clock/first"],
    missing: nothing,
    run: ({ rounds, quick }) =>
      measureRetryClock({
        rounds,
        channels: quick ? 10 : 100,
        lanesPerChannel: 100,
      }),
  },
  {
    name: "overload",
    gives: ["overload/throughput", "overload/p99"],
    missing: nothing,
    run: ({ rounds, quick }) =>
      measureOverload({
        rounds,
        messages: quick ? 4_000 : 20_000,
        connections: 2_000,
        seconds: quick ? 1 : 5,
      }),
  },
  {
    name: "mixed traffic with failing channels",
    gives: ["mixed/p99"],
    missing: nothing,
    run: ({ rounds, quick }) => measureMixed({ rounds, seconds: quick ? 4 : 12 }),
  },
  {
    name: "on PostgreSQL",
    gives: ["delivered-postgres/pg-boss", "delivered-postgres/graphile-worker"],
    missing: nothing,
    run: ({ rounds, quick }) =>
      measureOnPostgres({
        rounds,
        messages: quick ? 2_000 : 24_000,
        fewerMessages: quick ? 500 : 8_000,
      }),
  },
  {
    name: "many nodes",
    gives: ["many-nodes/cpu"],
    missing: nothing,
    run: ({ rounds, quick }) => measureManyNodes({ rounds, messages: quick ? 4_000 : 96_000 }),
  },
  {
    name: "a crowd that waits",
    gives: ["crowd/claims", "crowd/p99"],
    missing: nothing,
    run: ({ rounds, quick }) =>
      measureCrowd({ rounds, share: quick ? 0.1 : 1, forMs: quick ? 3_000 : 8_000 }),
  },
];
