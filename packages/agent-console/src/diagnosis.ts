import { stat } from "node:fs/promises";
import {
  type Diagnostician,
  faultFinding,
  type Finding,
  okFinding,
  warningFinding,
} from "@parley/core";
import type { ConsoleDatabase } from "./console-database.ts";

/** What the console was told, as far as it can be unwise. */
export interface DiagnosedSettings {
  readonly baseUrl: string;
  /** Whether the first account's password was made here, and so told to whoever read the host's output. */
  readonly madeFirstPassword: boolean;
}

const accountsExist = "select 1 from sqlite_schema where type = 'table' and name = 'user'";
const liveAdmins = `select count(*) from "user" where role = 'admin' and coalesce(banned, 0) = 0`;
// Changing a password moves the one instant and not the other.
const untouchedFirst = `select 1 from account a
  where a."userId" = (select id from "user" order by "createdAt", id limit 1)
    and a."providerId" = 'credential' and a."updatedAt" = a."createdAt"`;
const othersBits = 0o077;

/** How the console is: who can run it, how it is reached, who could read its file. */
export class ConsoleDiagnostician implements Diagnostician {
  readonly name = "agent-console";
  readonly #database: ConsoleDatabase;
  readonly #settings: DiagnosedSettings;

  constructor(database: ConsoleDatabase, settings: DiagnosedSettings) {
    this.#database = database;
    this.#settings = settings;
  }

  async diagnose(): Promise<readonly Finding[]> {
    const isOpened = this.#ask(accountsExist) !== undefined;
    return [
      urlFinding(this.#settings.baseUrl),
      ...(isOpened ? [this.#admins(), this.#firstPassword()] : []),
      await privacyFinding(this.#database.connection.name),
    ];
  }

  #admins(): Finding {
    const admins = Number(this.#ask(liveAdmins));
    if (admins > 0) return okFinding("console-admins", `Admins who can sign in: ${admins}.`);
    return faultFinding(
      "console-admins",
      "No admin can sign in to the console, so nobody can invite, enable or disable anybody.",
      "Stop the gateway and put back a backup of console.db, or move the file away: a first account is then made anew.",
    );
  }

  #firstPassword(): Finding {
    const isTold = this.#settings.madeFirstPassword && this.#ask(untouchedFirst) !== undefined;
    if (!isTold)
      return okFinding("console-password", "The first account's password is known to nobody else.");
    return warningFinding(
      "console-password",
      "The first account still has the password that the gateway printed when it was made.",
      "Sign in to the console and change it: it stands in the terminal, or in the log of the host.",
    );
  }

  #ask(sql: string): unknown {
    return this.#database.connection.prepare(sql).pluck().get();
  }
}

function urlFinding(baseUrl: string): Finding {
  const { protocol, hostname } = new URL(baseUrl);
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$|\.localhost$/.test(hostname);
  if (protocol === "https:" || isLocal)
    return okFinding("console-url", `Agents reach the console over ${protocol.slice(0, -1)}.`);
  return warningFinding(
    "console-url",
    "Agents reach the console over http, so that passwords and cookies can be read on the way.",
    "Put TLS in front of the gateway, and give the console an https address (`baseUrl`).",
  );
}

async function privacyFinding(path: string): Promise<Finding> {
  const { mode } = await stat(path);
  if ((mode & othersBits) === 0 || process.platform === "win32")
    return okFinding("console-privacy", "Only the gateway's user can read the console's database.");
  return warningFinding(
    "console-privacy",
    "Other users of this machine may read the console's database, which holds the key to every session.",
    "Take their rights away: `chmod 600`.",
  );
}
