import { clusterNames } from "./settings.ts";

/** Settings that all nodes share. */
export interface SharedFacts {
  /** Secret. */
  readonly databaseUrl: string;
  /** Secret. */
  readonly adminToken: string;
  /** Origin of the forwarder. */
  readonly url: string;
}

/** Nodes on one machine cannot share a port, so they have no separate address for admin and console. */
const notForNodes: ReadonlySet<string> = new Set([
  ...clusterNames,
  "PARLEY_ADMIN_HOST",
  "PARLEY_ADMIN_PORT",
  "PARLEY_ADMIN_PUBLIC_URL",
  "PARLEY_TRUST_PROXY",
]);

/** The environment of a node: this process's, with the cluster's settings. */
export function nodeEnvironment(
  environment: NodeJS.ProcessEnv,
  { databaseUrl, adminToken, url }: SharedFacts,
): NodeJS.ProcessEnv {
  const passed = Object.entries(environment).filter(([name]) => !notForNodes.has(name));
  return {
    PARLEY_LEAVE_MS: "1000",
    PARLEY_INSECURE_LOOPBACK: "1",
    ...Object.fromEntries(passed),
    DATABASE_URL: databaseUrl,
    PARLEY_ADMIN_TOKEN: adminToken,
    PARLEY_HOST: "127.0.0.1",
    PARLEY_PORT: "0",
    PARLEY_PUBLIC_URL: url,
    PARLEY_TRUST_PROXY: "1",
  };
}
