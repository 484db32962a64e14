import { faultFinding, type Finding, okFinding, warningFinding } from "@parley/core";
import type { ServerFacts } from "./server-facts.ts";

/** A transaction older than this keeps vacuum from its work. */
const oldSeconds = 300;
const crowdedShare = 0.9;

/** Whether a commit survives a power failure. */
export function durabilityFinding(facts: ServerFacts): Finding {
  const off = Object.entries({
    fsync: facts.fsync,
    full_page_writes: facts.fullPageWrites,
    synchronous_commit: facts.synchronousCommit,
  }).flatMap(([name, value]) => (value === "off" ? [name] : []));
  if (off.length === 0)
    return okFinding(
      "postgres-durability",
      `PostgreSQL ${facts.version} stores commits durably (synchronous_commit is ${facts.synchronousCommit}).`,
    );
  return faultFinding(
    "postgres-durability",
    `The server has ${off.join(", ")} off: a power failure could lose messages that were acknowledged.`,
    "Turn it on in the server's settings. Also check the gateway's user and database, which may override it.",
  );
}

/** Whether this version supports the schema. */
export function schemaFinding({ schemaVersion }: ServerFacts, known: number): Finding {
  const message = `The database has schema ${schemaVersion}; this gateway knows ${known}.`;
  if (schemaVersion <= known) return okFinding("postgres-schema", message);
  return warningFinding(
    "postgres-schema",
    `${message} A newer gateway has migrated this database. This version can still use it.`,
    "Finish the upgrade: run the newer version on every node.",
  );
}

/** Whether the server has free connections. */
export function connectionsFinding({ connections, connectionLimit }: ServerFacts): Finding {
  const message = `The server has ${connections} of ${connectionLimit} connections in use.`;
  if (connections < connectionLimit * crowdedShare)
    return okFinding("postgres-connections", message);
  return warningFinding(
    "postgres-connections",
    message,
    "Raise max_connections, or end programs that hold connections they do not use: a gateway that gets none answers 503.",
  );
}

/** Whether locks hold up the gateway's sessions. */
export function locksFinding({ lockWaits, oldestTransactionSeconds }: ServerFacts): Finding {
  const oldest = Math.round(oldestTransactionSeconds);
  const message = `Sessions of the gateway that wait for a lock: ${lockWaits}; the oldest transaction began ${oldest} s ago.`;
  if (lockWaits === 0 && oldest < oldSeconds) return okFinding("postgres-locks", message);
  return warningFinding(
    "postgres-locks",
    message,
    "Find the session in pg_stat_activity (a shell, a dump, a migration), and end it.",
  );
}

/** Whether autovacuum is on, which removes deleted rows. */
export function autovacuumFinding({ autovacuum }: ServerFacts): Finding {
  if (autovacuum === "on") return okFinding("postgres-autovacuum", "Autovacuum is on.");
  return warningFinding(
    "postgres-autovacuum",
    "Autovacuum is off, so the tables grow without end.",
    "Turn autovacuum on.",
  );
}

/** Whether all nodes are of versions with owners. */
export function nodesFinding(isEarlierRunning: boolean): Finding {
  if (!isEarlierRunning)
    return okFinding("postgres-nodes", "No node of an earlier version uses the schema.");
  return warningFinding(
    "postgres-nodes",
    "A node of an earlier version, which knows one agent app only, uses the schema.",
    "Finish the upgrade: run this version on every node. Until then no conversation can be given to another agent app.",
  );
}

/** Whether the connection to the server is encrypted. */
export function tlsFinding({ isEncrypted, isLocal }: ServerFacts): Finding {
  if (isEncrypted) return okFinding("postgres-tls", "The connection to the server uses TLS.");
  if (isLocal) return okFinding("postgres-tls", "The server runs on this machine, without TLS.");
  return warningFinding(
    "postgres-tls",
    "The connection to the server is not encrypted: anyone on the network can read messages and the password.",
    "Turn TLS on at the server, and connect with sslmode=verify-full.",
  );
}
