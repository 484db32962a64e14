import type { Key } from "./key.ts";

const atLeast = { bound: "at least", unit: "" } as const;
const atMost = { bound: "at most", unit: "" } as const;

/** Every figure of a full run, in the order of the tables. */
export const keys: readonly Key[] = [
  {
    name: "ingress-express/express",
    measure: "durable ingress on Express ÷ plain Express from memory, 64 connections",
    floor: 0.8,
    goal: 1.1,
    ...atLeast,
  },
  {
    name: "ingress-node/express",
    measure: "durable ingress on node:http ÷ plain Express from memory, 64 connections",
    floor: 1.1,
    goal: 1.5,
    ...atLeast,
  },
  {
    name: "ingress-node/bare",
    measure: "durable ingress on node:http ÷ bare node:http from memory, 64 connections",
    floor: 0.45,
    goal: 0.65,
    ...atLeast,
  },
  {
    name: "group-commit/single",
    measure: "appends/s, 64 waiting: group commit ÷ commit per request",
    floor: 4,
    goal: 8,
    ...atLeast,
  },
  {
    name: "accept/bullmq",
    measure: "accepted/s ÷ Express + BullMQ, appendfsync always",
    floor: 1.3,
    goal: 2,
    ...atLeast,
  },
  {
    name: "delivered/bullmq",
    measure: "delivered/s, in order ÷ Express + BullMQ, appendfsync always (keeps no order)",
    floor: 1.5,
    goal: 2.2,
    ...atLeast,
  },
  {
    name: "delivered/pg-boss",
    measure: "delivered/s, in order ÷ Express + pg-boss (keeps no order)",
    floor: 5,
    goal: 8,
    ...atLeast,
  },
  {
    name: "delivered/graphile-worker",
    measure: "delivered/s, in order ÷ Express + graphile-worker (keeps no order)",
    floor: 5,
    goal: 8,
    ...atLeast,
  },
  {
    name: "cpu/bullmq",
    measure: "CPU per delivered message ÷ BullMQ, appendfsync always, whole stack",
    floor: 0.5,
    goal: 0.3,
    ...atMost,
  },
  {
    name: "p99/bullmq",
    measure:
      "p99 from acceptance to receiver at 500/s ÷ BullMQ, appendfsync always, worse direction",
    floor: 0.5,
    goal: 0.2,
    ...atMost,
  },
  {
    name: "p99/bullmq/request",
    measure: "the same from the request to the receiver, the time to the 200 among it",
    floor: 0.8,
    goal: 0.5,
    ...atMost,
  },
  {
    name: "memory/bullmq",
    measure: "memory of the whole stack after load ÷ BullMQ, appendfsync always",
    // Garbage is no longer collected at rest. The gateway keeps what V8 leaves it: 1.13 times BullMQ's memory.
    floor: 1.4,
    goal: 1,
    ...atMost,
  },
  {
    name: "idle-cpu",
    measure: "CPU of an idle gateway",
    floor: 1,
    goal: 0.5,
    bound: "at most",
    unit: "%",
  },
  {
    name: "transport/fetch",
    measure: "POSTs/s ÷ global fetch, 16 in flight",
    floor: 4,
    goal: 8,
    ...atLeast,
  },
  {
    name: "pending-million",
    measure: "memory with 1,000,000 pending retries over an empty store",
    floor: 60,
    goal: 25,
    bound: "at most",
    unit: "MB",
  },
  {
    name: "pending-million/cpu",
    measure: "CPU while 1,000,000 retries wait",
    floor: 2,
    goal: 1,
    bound: "at most",
    unit: "%",
  },
  {
    name: "pending-million/restart",
    measure: "restart with 1,000,000 pending retries until ready",
    floor: 5,
    goal: 2,
    bound: "at most",
    unit: "s",
  },
  {
    name: "growth",
    measure:
      "append and claim p50 with 10,000,000 messages in 1,000,000 conversations ÷ 10,000 in 1,000",
    floor: 2,
    goal: 1.3,
    ...atMost,
  },
  {
    name: "disk",
    measure: "bytes per 270-byte message at 10 per conversation, all tables and indexes",
    floor: 600,
    goal: 400,
    bound: "at most",
    unit: "bytes",
  },
  {
    name: "retry-clock",
    measure:
      "late at p99.9: ticks 0, 3, 6 and the report at 9 s, 10,000 lanes, warmed up, over an idle timer",
    floor: 100,
    goal: 30,
    bound: "at most",
    unit: "ms",
  },
  {
    name: "retry-clock/first",
    measure: "the same in the first rush after a start, by code for failures that has never run",
    floor: 250,
    goal: 100,
    bound: "at most",
    unit: "ms",
  },
  {
    name: "overload/throughput",
    measure: "accepted/s at twice the load it can carry ÷ at that load",
    floor: 0.9,
    goal: 1,
    ...atLeast,
  },
  {
    name: "overload/p99",
    measure: "p99 of accepted requests at twice the load it can carry",
    floor: 1_500,
    goal: 500,
    bound: "at most",
    unit: "ms",
  },
  {
    name: "mixed/p99",
    measure:
      "healthy channels' p99 from request to receiver, beside the worst neighbour ÷ a healthy one",
    floor: 1.5,
    goal: 1.1,
    ...atMost,
  },
  {
    name: "delivered-postgres/pg-boss",
    measure:
      "delivered/s, in order, on PostgreSQL ÷ Express + pg-boss on the same (keeps no order)",
    floor: 4,
    goal: 6,
    ...atLeast,
  },
  {
    name: "delivered-postgres/graphile-worker",
    measure:
      "delivered/s, in order, on PostgreSQL ÷ Express + graphile-worker on the same (keeps no order)",
    floor: 4,
    goal: 6,
    ...atLeast,
  },
  {
    name: "many-nodes/cpu",
    measure: "CPU per visitor's message, 3 nodes on one PostgreSQL ÷ 1 node, whole stack",
    floor: 1.3,
    goal: 1.15,
    ...atMost,
  },
  {
    name: "crowd/claims",
    measure:
      "healthy lanes claimed/s on PostgreSQL beside 5,000 lanes in redelivery and 90,000 in pause ÷ alone",
    floor: 0.8,
    goal: 0.95,
    ...atLeast,
  },
  {
    name: "crowd/p99",
    measure: "p99 from append to lease at 500/s beside the same crowd ÷ alone",
    floor: 2,
    goal: 1.3,
    ...atMost,
  },
];

/** @throws Error when there is no such key: a case uses a wrong name. */
export function keyOf(name: string): Key {
  const key = keys.find((one) => one.name === name);
  if (key === undefined) throw new Error(`no key is called ${name}`);
  return key;
}
