import { ParleyError } from "@parley/core";
import type { Client } from "pg";

/** The oldest tested major version. */
export const oldestPostgres = 15;

interface Facts {
  readonly version: string;
  readonly number: number;
  readonly readOnly: string;
  readonly fsync: string;
  readonly synchronousCommit: string;
  readonly fullPageWrites: string;
}

const facts = `select current_setting('server_version') as version,
  current_setting('server_version_num')::integer as number,
  current_setting('transaction_read_only') as "readOnly",
  current_setting('fsync') as fsync,
  current_setting('synchronous_commit') as "synchronousCommit",
  current_setting('full_page_writes') as "fullPageWrites"`;

/** @throws ParleyError `store-postgres-too-old`, `store-read-only`, `store-not-durable`. */
export async function requireServer(
  client: Client,
  place: string,
  allowNonDurable: boolean,
): Promise<void> {
  const { rows } = await client.query<Facts>(facts);
  const [found] = rows;
  if (found === undefined) throw new Error("the server reported no version or settings");
  requireVersion(found, place);
  requireWritable(found, place);
  if (!allowNonDurable) requireDurable(found, place);
}

/** @throws ParleyError `store-postgres-too-old`. */
export function requireVersion(
  { version, number }: Pick<Facts, "version" | "number">,
  place: string,
): void {
  if (number >= oldestPostgres * 10_000) return;
  throw new ParleyError(
    "store-postgres-too-old",
    `${place} runs version ${version}: PostgreSQL ${oldestPostgres} or newer is needed.`,
  );
}

function requireWritable({ readOnly }: Facts, place: string): void {
  if (readOnly === "off") return;
  throw new ParleyError(
    "store-read-only",
    `${place} accepts no writes: connect to the primary server, with a user that may write.`,
  );
}

function requireDurable(found: Facts, place: string): void {
  const { fsync, synchronousCommit, fullPageWrites } = found;
  const off = Object.entries({
    fsync,
    synchronous_commit: synchronousCommit,
    full_page_writes: fullPageWrites,
  }).find(([, value]) => value === "off");
  if (off === undefined) return;
  throw new ParleyError(
    "store-not-durable",
    `${place} has ${off[0]} turned off: a power failure could lose accepted messages. Turn it on.`,
  );
}
