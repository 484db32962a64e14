const parley =
  "SQLite, synchronous=FULL, group commit; no limit of requests by channel or address, no end of connections by their requests, 10 million new conversations a minute; every other bound at its default";
const parleyOnPostgres =
  "PostgreSQL store with its own pools; no limit of requests by channel or address, no end of connections by their requests, 10 million new conversations a minute, 512 series a channel, since one channel has the traffic of many; every other bound at its default";
const held = "agent app in the same process, which answers nothing during a slice";
const express =
  "Express 5 without etag and x-powered-by, express.json(), add awaited before 200; undici, 64 connections";
const postgres =
  "PostgreSQL: fsync, synchronous_commit and full_page_writes on, shared_buffers 256 MB, wal_level minimal, max_wal_size 4 GB, autovacuum_naptime 5 s";

/** Settings of each contender, by its name in the tables: the fastest durable ones. */
const settings: Readonly<Record<string, string>> = {
  express:
    "plain Express 5 with its own defaults, express.json() and response.json(); stores nothing",
  bare: "node:http, JSON.parse; stores nothing",
  "ingress-express": `${parley}; Express without etag and x-powered-by, as its README says; ${held}`,
  "ingress-node": `${parley}; ${held}`,
  "parley-in": `${parley}; ingress-node; agent app by undici, 64 connections`,
  "parley-out": `${parley}; transport-undici; agents' door webhookNode`,
  "parley-postgres-in": `${parleyOnPostgres}; ${postgres}; ingress-node; agent app by undici, 64 connections`,
  "parley-postgres-out": `${parleyOnPostgres}; ${postgres}; transport-undici; agents' door webhookNode`,
  "parley-three-nodes":
    "as parley-postgres-in; three processes that listen on one port, over which the system spreads connections",
  bullmq: `${express}; BullMQ, worker in the same process, concurrency 64, 3 attempts 3 s apart, removeOnComplete; Redis: appendonly, appendfsync always`,
  "pg-boss": `${express}; pg-boss, 2 workers in the same process, batches of 64, polling every 0.5 s and at once after a full batch, 3 attempts 3 s apart, per-job results; ${postgres}; pool of 64`,
  "graphile-worker": `${express}; graphile-worker, in the same process, concurrentJobs 64, localQueue 512 with a refetch delay of 100 ms, completeJobBatchDelay 100 ms, 3 attempts (its back-off cannot be set); ${postgres}; pool of 64`,
};

/** Settings of some contenders. @throws Error when one has none: all settings must be published. */
export function settingsOf(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, settingOf(name)]));
}

function settingOf(name: string): string {
  const setting = settings[name];
  if (setting === undefined) throw new Error(`the settings of ${name} are not told`);
  return setting;
}
