import type { Flow } from "./flow.ts";

const parley = { stack: "parley", ordered: true, until: "delivered" } as const;
const peer = { direction: "in", ordered: false, until: "delivered" } as const;

/** Parley on SQLite in both directions. */
export const parleyIn: Flow = {
  name: "parley-in",
  ...parley,
  direction: "in",
  options: { ingress: "node", agent: "receiver" },
};
export const parleyOut: Flow = { ...parleyIn, name: "parley-out", direction: "out" };

/** The ingress alone. The agent app answers nothing until a slice is over. */
export const ingressExpress: Flow = {
  name: "ingress-express",
  ...parley,
  direction: "in",
  until: "accepted",
  options: { ingress: "express", agent: "held" },
};
export const ingressNode: Flow = {
  ...ingressExpress,
  name: "ingress-node",
  options: { ingress: "node", agent: "held" },
};

/** For all stacks on PostgreSQL, on any number of nodes: 64 for each of three. */
export const connectionsOnPostgres = 192;

/** Parley on PostgreSQL in both directions, on one node and on three. */
export const parleyPostgresIn: Flow = {
  ...parley,
  name: "parley-postgres-in",
  stack: "parley-postgres",
  direction: "in",
  connections: connectionsOnPostgres,
  options: { nodes: 1 },
};
export const parleyPostgresOut: Flow = {
  ...parleyPostgresIn,
  name: "parley-postgres-out",
  direction: "out",
};
export const parleyThreeNodes: Flow = {
  ...parleyPostgresIn,
  name: "parley-three-nodes",
  options: { nodes: 3 },
};

/** Peers that do the same work without keeping order. */
export const bullmq: Flow = { name: "bullmq", stack: "bullmq", ...peer, options: {} };
export const pgBoss: Flow = { name: "pg-boss", stack: "pg-boss", ...peer, options: {} };
export const graphileWorker: Flow = {
  name: "graphile-worker",
  stack: "graphile-worker",
  ...peer,
  options: {},
};

/** Servers that store nothing. */
export const plainExpress: Flow = {
  name: "express",
  stack: "plain-express",
  ...peer,
  until: "accepted",
  options: {},
};
export const bareHttp: Flow = { ...plainExpress, name: "bare", stack: "bare-http" };
