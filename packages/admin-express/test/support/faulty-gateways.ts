import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type RefusalName, refuse } from "@parley/core";
import type { AdminPorts } from "../../src/index.ts";
import { failingPorts } from "./fake-ports.ts";
import { type AdminAnswer, serve } from "./served.ts";

type ServedApi = Awaited<ReturnType<typeof serve>>;

/** The same ports, but changes and retries are refused. */
export async function refusing(
  { gateway }: { gateway: AdminPorts },
  name: RefusalName,
): Promise<ServedApi> {
  const refused = async () => ({ done: false as const, refusal: refuse(name) });
  const channelAdmin = {
    ...gateway.channelAdmin,
    change: refused,
    rotate: refused,
    sign: refused,
    unsign: refused,
    add: refused,
    remove: refused,
  };
  const { find, list, backlog } = failingPorts(new Error("not asked")).deliveries;
  return serve({
    ...gateway,
    channelAdmin,
    deliveries: { retry: refused, find, list, backlog },
    owners: {
      find: (id) => gateway.owners.find(id),
      history: (id, page) => gateway.owners.history(id, page),
      transition: refused,
    },
  });
}

/** Jobs that end only with the gateway. */
export async function neverEnding({
  gateway,
  backupDirectory,
}: {
  gateway: AdminPorts;
  backupDirectory: string;
}): Promise<ServedApi> {
  const never = new Promise<never>(() => {});
  const source = {
    name: "slow.db",
    holds: "messages" as const,
    write: () => never,
    verify: () => never,
  };
  return serve(
    { ...gateway, retention: { purge: () => never }, backups: [source] },
    { backupDirectory: join(backupDirectory, "other") },
  );
}

/** The directory of backups is a file. */
export async function unreadableBackups({
  gateway,
  directory,
}: {
  gateway: AdminPorts;
  directory: string;
}): Promise<AdminAnswer> {
  mkdirSync(directory, { recursive: true });
  const backupDirectory = join(directory, "a-file");
  writeFileSync(backupDirectory, "");
  return (await serve(gateway, { backupDirectory })).send("GET", "/backups");
}
