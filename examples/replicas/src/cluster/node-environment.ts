import { clusterNames } from "./settings.ts";

/** What all nodes are told alike. */
export interface SharedFacts {
  /** Secret. */
  readonly databaseUrl: string;
  /** Secret. */
  readonly adminToken: string;
  /** Origin under which the forwarder is reached. */
  readonly url: string;
}

/** On one machine no two nodes can have the same port, so that an address of their own for admin and console is not for them. */
const notForNodes: ReadonlySet<string> = new Set([
  ...clusterNames,
  "PARLEY_ADMIN_HOST",
  "PARLEY_ADMIN_PORT",
  "PARLEY_ADMIN_PUBLIC_URL",
  "PARLEY_TRUST_PROXY",
]);

/** The environment of a node: ours, with what the cluster decides. */
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
