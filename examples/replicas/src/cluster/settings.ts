import { StartError } from "@parley/quickstart/start-error";

/** Settings of the cluster. Settings for the nodes are passed on unchanged. */
export interface ClusterSettings {
  /** Address where the forwarder listens. */
  readonly host: string;
  /** Port of the forwarder; `0`: any free port. */
  readonly port: number;
  readonly dataDirectory: string;
  /** Origin for browsers and integrating systems; `null`: where the forwarder listens. */
  readonly publicUrl: string | null;
  /** Number of gateways. */
  readonly nodes: number;
  /** Connection string of an existing server. `null`: start one, with its data in the data directory. Secret. */
  readonly databaseUrl: string | null;
  /** `null`: stored in `<data>/admin-token`. Secret. */
  readonly adminToken: string | null;
  /** `null`: no shop. */
  readonly shopPort: number | null;
}

/** Every `PARLEY_…` variable that is read here. */
export const clusterNames = [
  "PARLEY_HOST",
  "PARLEY_PORT",
  "PARLEY_DATA",
  "PARLEY_PUBLIC_URL",
  "PARLEY_NODES",
  "PARLEY_ADMIN_TOKEN",
  "PARLEY_SHOP_PORT",
] as const;

const mostNodes = 11;

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws StartError for the first invalid value. It never quotes one. */
export function readClusterSettings(environment: Environment): ClusterSettings {
  const textOf = (name: string): string | null => environment[name]?.trim() || null;
  const numberOf = (name: string, least: number, most: number, absent: number): number => {
    const text = textOf(name) ?? String(absent);
    const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new StartError(`${name} must be a number from ${least} to ${most}.`);
  };
  return {
    host: textOf("PARLEY_HOST") ?? "127.0.0.1",
    port: numberOf("PARLEY_PORT", 0, 65_535, 8080),
    dataDirectory: textOf("PARLEY_DATA") ?? "./replicas-data",
    publicUrl: publicUrlOf(textOf("PARLEY_PUBLIC_URL")),
    nodes: numberOf("PARLEY_NODES", 1, mostNodes, 3),
    databaseUrl: textOf("DATABASE_URL"),
    adminToken: textOf("PARLEY_ADMIN_TOKEN"),
    shopPort: numberOf("PARLEY_SHOP_PORT", 0, 65_535, 8081) || null,
  };
}

function publicUrlOf(text: string | null): string | null {
  if (text === null) return null;
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.pathname === "/") return url.origin;
  throw new StartError("PARLEY_PUBLIC_URL must be an http or https URL without a path.");
}
