import { stat } from "node:fs/promises";
import {
  type Diagnostician,
  faultFinding,
  type Finding,
  okFinding,
  warningFinding,
} from "@parley/core";
import { type RawBuilder, sql } from "kysely";
import type { ConsoleDatabase } from "./database/console-database.ts";
import { erasedFinding } from "./database/erased-finding.ts";

/** Settings of the console that the diagnosis checks. */
export interface DiagnosedSettings {
  readonly baseUrl: string;
  /** Whether the first account's password was generated, and so appeared in the host's output. */
  readonly madeFirstPassword: boolean;
  /** The database file; `null` with PostgreSQL. */
  readonly file: string | null;
}

const accountsExist = {
  sqlite: sql`select 1 from sqlite_schema where type = 'table' and name = 'user'`,
  postgres: sql`select 1 from pg_tables where schemaname = current_schema() and tablename = 'user'`,
} as const;
const liveAdmins = sql`select id from "user" where role = 'admin' and banned is not true`;
// A password change updates only one of the two instants.
const untouchedFirst = sql`select 1 from account a
  where a."userId" = (select id from "user" order by "createdAt", id limit 1)
    and a."providerId" = 'credential' and a."updatedAt" = a."createdAt"`;
const othersBits = 0o077;

const newStart = {
  sqlite:
    "Stop the gateway and restore a backup of console.db, or move the file away: the gateway then creates a new first account.",
  postgres:
    "Stop the gateways and restore a backup of the console's schema, or drop it: a gateway then creates a new first account.",
} as const;

/** Diagnoses the console: its accounts, its public address, and what its database file holds and who can read it. */
export class ConsoleDiagnostician implements Diagnostician {
  readonly name = "agent-console";
  readonly #database: ConsoleDatabase;
  readonly #settings: DiagnosedSettings;

  constructor(database: ConsoleDatabase, settings: DiagnosedSettings) {
    this.#database = database;
    this.#settings = settings;
  }

  async diagnose(): Promise<readonly Finding[]> {
    const isOpened = (await this.#count(accountsExist[this.#database.kind])) > 0;
    return [
      urlFinding(this.#settings.baseUrl),
      ...(isOpened ? [await this.#admins(), await this.#firstPassword()] : []),
      await privacyFinding(this.#settings.file),
      await erasedFinding(this.#database),
    ];
  }

  async #admins(): Promise<Finding> {
    const admins = await this.#count(liveAdmins);
    if (admins > 0) return okFinding("console-admins", `Admins who can sign in: ${admins}.`);
    return faultFinding(
      "console-admins",
      "No admin can sign in to the console, so nobody can manage accounts.",
      newStart[this.#database.kind],
    );
  }

  async #firstPassword(): Promise<Finding> {
    const { madeFirstPassword } = this.#settings;
    const isTold = madeFirstPassword && (await this.#count(untouchedFirst)) > 0;
    if (!isTold)
      return okFinding(
        "console-password",
        "The first account's current password was never printed.",
      );
    return warningFinding(
      "console-password",
      "The first account still has the password that the gateway printed when it created the account.",
      "Sign in to the console and change it: the old one is in the terminal, or in the host's log.",
    );
  }

  async #count(query: RawBuilder<unknown>): Promise<number> {
    return (await query.execute(this.#database.queries)).rows.length;
  }
}

function urlFinding(baseUrl: string): Finding {
  const { protocol, hostname } = new URL(baseUrl);
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$|\.localhost$/.test(hostname);
  if (protocol === "https:" || isLocal)
    return okFinding("console-url", `Agents reach the console over ${protocol.slice(0, -1)}.`);
  return warningFinding(
    "console-url",
    "Agents reach the console over http: passwords and cookies can be read on the network.",
    "Put TLS in front of the gateway, and give the console an https address (`baseUrl`).",
  );
}

async function privacyFinding(file: string | null): Promise<Finding> {
  if (file === null)
    return okFinding("console-privacy", "PostgreSQL controls access to the console's database.");
  const { mode } = await stat(file);
  if ((mode & othersBits) === 0 || process.platform === "win32")
    return okFinding("console-privacy", "Only the gateway's user can read the console's database.");
  return warningFinding(
    "console-privacy",
    "Other users of this machine can read the console's database, which contains the key to every session.",
    "Restrict access: `chmod 600`.",
  );
}
