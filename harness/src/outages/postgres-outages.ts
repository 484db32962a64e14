import { readdirSync, readFileSync } from "node:fs";
import type { EmbeddedPostgres } from "@parley/embedded-postgres";
import { Client } from "pg";
import type { Outage } from "./outage.ts";

/** What can befall the server that gateways share. */
export function postgresOutages(server: EmbeddedPostgres, connectionString: string): Outage[] {
  return [
    {
      name: "database killed, and started again",
      refuses: "all",
      begin: () => server.kill(),
      end: () => server.start(),
    },
    {
      name: "database hanging",
      refuses: "all",
      begin: async () => signalAll(server.processId, "SIGSTOP"),
      end: async () => signalAll(server.processId, "SIGCONT"),
    },
    lockedByOutsider(connectionString, "one conversation locked by an outsider", "one", [
      "select from parley.conversations order by conversation limit 1 for update",
      "select from parley.lanes where conversation = (select min(conversation) from parley.conversations) for update",
    ]),
    lockedByOutsider(connectionString, "all lanes locked by an outsider", "all", [
      "lock table parley.conversations, parley.lanes, parley.deliveries in access exclusive mode",
    ]),
  ];
}

/** The server's first process and its children; Linux only. */
function signalAll(processId: number, signal: NodeJS.Signals): void {
  for (const id of [processId, ...childrenOf(processId)]) process.kill(id, signal);
}

function childrenOf(processId: number): number[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.map(Number).filter((id) => parentOf(id) === processId);
}

function parentOf(processId: number): number | null {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")")).split(" ")[2]);
  } catch {
    return null;
  }
}

function lockedByOutsider(
  connectionString: string,
  name: string,
  refuses: Outage["refuses"],
  statements: readonly string[],
): Outage {
  let outsider: Client | null = null;
  return {
    name,
    refuses,
    async begin() {
      outsider = new Client({ connectionString });
      await outsider.connect();
      await outsider.query("begin");
      for (const statement of statements) await outsider.query(statement);
    },
    async end() {
      await outsider?.end();
    },
  };
}
