import { type AdminAddress, adminAddressOf, adminProblems } from "./admin-address.ts";
import {
  durationMsOf,
  httpUrlOf,
  isOn,
  isPublic,
  listOf,
  nonEmpty,
  originOf,
  portOf,
  type Reading,
  secondsOf,
  tokenOf,
  trustProxyOf,
} from "./setting-readers.ts";

/** Settings of this host, from the environment. Missing and empty variables mean the default. */
export interface Settings {
  /** Address to listen on. */
  readonly host: string;
  /** `0`: any free port. */
  readonly port: number;
  /** Directory of all stored data. */
  readonly dataDirectory: string;
  /** Origin for browsers and integrating systems; `null`: the address where it listens. */
  readonly publicUrl: string | null;
  /** `null`: stored in `<data>/admin-token`, created when missing. */
  readonly adminToken: string | null;
  /** Email of the first account. */
  readonly agentEmail: string;
  /** `null`: generated, and printed once. */
  readonly agentPassword: string | null;
  /** How long an available agent counts as present after the last request of their page or app. Seconds. */
  readonly presenceSeconds: number;
  /** Non-public hosts and CIDR blocks that agent messages may go to (ruling 20). */
  readonly allowTargets: readonly string[];
  readonly allowInsecureLoopback: boolean;
  /** Express's `trust proxy`; `null`: no proxy. */
  readonly trustProxy: string | number | false | null;
  /** `null`: no shop. */
  readonly shopPort: number | null;
  /** How long a stopping host reports not ready while it still answers, so that load balancers notice. Milliseconds. */
  readonly leaveMs: number;
  /** Separate address of the admin API and the console; `null`: the same as the endpoints'. */
  readonly admin: AdminAddress | null;
  /** Whether `/metrics` is readable without the admin token. */
  readonly publicMetrics: boolean;
  /** Trace collector; `null`: none. */
  readonly otlpUrl: string | null;
}

/** Settings, or one sentence for each invalid value. Also warnings about probable mistakes. */
export type SettingsReading =
  | { readonly ok: true; readonly settings: Settings; readonly warnings: readonly string[] }
  | {
      readonly ok: false;
      readonly problems: readonly string[];
      readonly warnings: readonly string[];
    };

type Environment = Readonly<Record<string, string | undefined>>;

const names = [
  "PARLEY_HOST",
  "PARLEY_PORT",
  "PARLEY_DATA",
  "PARLEY_PUBLIC_URL",
  "PARLEY_ADMIN_TOKEN",
  "PARLEY_AGENT_EMAIL",
  "PARLEY_AGENT_PASSWORD",
  "PARLEY_PRESENCE_SECONDS",
  "PARLEY_ALLOW_TARGETS",
  "PARLEY_INSECURE_LOOPBACK",
  "PARLEY_TRUST_PROXY",
  "PARLEY_SHOP_PORT",
  "PARLEY_LEAVE_MS",
  "PARLEY_ADMIN_HOST",
  "PARLEY_ADMIN_PORT",
  "PARLEY_ADMIN_PUBLIC_URL",
  "PARLEY_METRICS",
  "PARLEY_OTLP_URL",
] as const;
/** Variables of the command line and of integrating systems, which a shell beside the gateway may have set. */
const neighbours = ["PARLEY_URL", "PARLEY_INGRESS_URL", "PARLEY_SIGNING_KEY"];
type Name = (typeof names)[number];

const safeTokenLength = 16;

/** Reads the environment. Never quotes a value that may be secret. */
export function readSettings(environment: Environment): SettingsReading {
  const problems: string[] = [];
  const read = <Value>(name: Name, reader: (text: string) => Reading<Value>, absent: Value) => {
    const text = environment[name]?.trim() ?? "";
    if (text === "") return absent;
    const reading = reader(text);
    if (reading.ok) return reading.value;
    problems.push(`${name} ${reading.expected}.`);
    return absent;
  };
  const shopPort = read("PARLEY_SHOP_PORT", portOf, 8081);
  const settings: Settings = {
    host: read("PARLEY_HOST", nonEmpty, "127.0.0.1"),
    port: read("PARLEY_PORT", portOf, 8080),
    dataDirectory: read("PARLEY_DATA", nonEmpty, "./data"),
    publicUrl: read<string | null>("PARLEY_PUBLIC_URL", originOf, null),
    adminToken: read<string | null>("PARLEY_ADMIN_TOKEN", tokenOf, null),
    agentEmail: read("PARLEY_AGENT_EMAIL", nonEmpty, "agent@parley.example"),
    agentPassword: read<string | null>("PARLEY_AGENT_PASSWORD", nonEmpty, null),
    presenceSeconds: read("PARLEY_PRESENCE_SECONDS", secondsOf, 300),
    allowTargets: read("PARLEY_ALLOW_TARGETS", listOf, []),
    allowInsecureLoopback: read("PARLEY_INSECURE_LOOPBACK", isOn, true),
    trustProxy: read<Settings["trustProxy"]>("PARLEY_TRUST_PROXY", trustProxyOf, null),
    shopPort: shopPort === 0 ? null : shopPort,
    leaveMs: read("PARLEY_LEAVE_MS", durationMsOf, 0),
    admin: adminAddressOf({
      host: read<string | null>("PARLEY_ADMIN_HOST", nonEmpty, null),
      port: read<number | null>("PARLEY_ADMIN_PORT", portOf, null),
      publicUrl: read<string | null>("PARLEY_ADMIN_PUBLIC_URL", originOf, null),
      tell: (problem) => problems.push(problem),
    }),
    publicMetrics: read("PARLEY_METRICS", isPublic, false),
    otlpUrl: read<string | null>("PARLEY_OTLP_URL", httpUrlOf, null),
  };
  if (settings.shopPort !== null && settings.shopPort === settings.port) {
    problems.push(
      "PARLEY_SHOP_PORT must differ from PARLEY_PORT: the shop and the gateway listen side by side.",
    );
  }
  problems.push(...adminProblems(settings));
  const warnings = unknownNames(environment).map(
    (name) =>
      `${name} is not a Parley setting and is ignored; the settings are ${names.join(", ")}.`,
  );
  if ((settings.adminToken?.length ?? safeTokenLength) < safeTokenLength) {
    warnings.push(
      `PARLEY_ADMIN_TOKEN is shorter than ${safeTokenLength} characters: it may be guessed.`,
    );
  }
  return problems.length > 0 ? { ok: false, problems, warnings } : { ok: true, settings, warnings };
}

function unknownNames(environment: Environment): string[] {
  const known = new Set<string>([...names, ...neighbours]);
  return Object.keys(environment).filter((name) => name.startsWith("PARLEY_") && !known.has(name));
}
