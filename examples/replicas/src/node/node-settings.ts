import { type Settings, settingsOrExit } from "@parley/quickstart";

/** What one node is told. */
export interface NodeSettings {
  readonly settings: Settings;
  /** Of the database that all nodes share. Secret. */
  readonly databaseUrl: string;
  /** The same on every node. Secret. */
  readonly adminToken: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A node is no developer's machine: what the quickstart opens is closed until it is asked for. */
const defaults = { PARLEY_INSECURE_LOOPBACK: "0", PARLEY_SHOP_PORT: "0" };

/** Reads the environment; says what is wrong with it, and ends the process when it cannot be used. */
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
