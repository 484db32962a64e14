import type { Flow } from "./flow.ts";

const parley = { stack: "parley", ordered: true } as const;
const peer = { direction: "in", ordered: false } as const;

/** Parley in both directions, on each ingress. */
export const parleyIn: Flow = {
  name: "parley-in",
  ...parley,
  direction: "in",
  options: { ingress: "node", agent: "receiver" },
};
export const parleyInExpress: Flow = {
  name: "parley-in-express",
  ...parley,
  direction: "in",
  options: { ingress: "express", agent: "receiver" },
};
export const parleyOut: Flow = {
  name: "parley-out",
  ...parley,
  direction: "out",
  options: { ingress: "node", agent: "receiver" },
};

/** For all stacks on PostgreSQL, on any number of nodes: 64 for each of three. */
export const connectionsOnPostgres = 192;

/** Parley on PostgreSQL in both directions, on one node and on three. */
const onPostgres = { stack: "parley-postgres", ordered: true, options: { nodes: 1 } } as const;
export const parleyPostgresIn: Flow = {
  name: "parley-postgres-in",
  ...onPostgres,
  direction: "in",
};
export const parleyPostgresOut: Flow = {
  name: "parley-postgres-out",
  ...onPostgres,
  direction: "out",
};
export const parleyThreeNodes: Flow = {
  ...parleyPostgresIn,
  name: "parley-three-nodes",
  options: { nodes: 3 },
};

/** Peers that do the same work without keeping order. */
export const bullmq: Flow = {
  name: "bullmq",
  stack: "bullmq",
  ...peer,
  options: { appendFsync: "always" },
};
export const bullmqEverysec: Flow = {
  name: "bullmq-everysec",
  stack: "bullmq",
  ...peer,
  options: { appendFsync: "everysec" },
};
export const pgBoss: Flow = { name: "pg-boss", stack: "pg-boss", ...peer, options: {} };
export const graphileWorker: Flow = {
  name: "graphile-worker",
  stack: "graphile-worker",
  ...peer,
  options: {},
};
