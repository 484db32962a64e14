import { type Settings, settingsOrExit } from "@parley/quickstart";

/** Settings of one node. */
export interface NodeSettings {
  readonly settings: Settings;
  /** Connection string of the shared database. Secret. */
  readonly databaseUrl: string;
  /** The same on every node. Secret. */
  readonly adminToken: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A node is not a developer's machine, so the quickstart's open defaults are off. */
const defaults = { PARLEY_INSECURE_LOOPBACK: "0", PARLEY_SHOP_PORT: "0" };

/** Reads the settings of this process. Prints errors, and exits when there are any. */
export function nodeSettingsOrExit(environment: Environment): NodeSettings {
  const settings = settingsOrExit({ ...defaults, ...environment });
  const databaseUrl = environment["DATABASE_URL"] ?? "";
  const adminToken = settings.adminToken ?? "";
  const problems = [
    ...(databaseUrl === "" ? ["DATABASE_URL must name the database that all nodes share."] : []),
    ...(adminToken === "" ? ["PARLEY_ADMIN_TOKEN must be set, to the same on every node."] : []),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exit(1);
  return { settings, databaseUrl, adminToken };
}
