import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { CommandError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";

/** The gateway to call, from the command line. */
export interface ConnectionOptions {
  readonly url?: string;
  readonly token?: string;
  readonly data?: string;
}

/** Address and token of the admin API. */
export interface Connection {
  /** Ends with `/admin/v1`, without a trailing slash. */
  readonly baseUrl: string;
  /** `null` when no token was found. */
  readonly token: string | null;
  /** Where the token came from, or where it was searched; for the user. */
  readonly tokenSource: string;
}

const defaultUrl = "http://127.0.0.1:8080";
const defaultData = "./data";
const apiPath = "/admin/v1";

/** Adds `--url`, `--token` and `--data` to a command that calls a gateway. */
export function withConnection(command: Command): Command {
  return command
    .addOption(
      new Option("--url <url>", `address of the gateway (PARLEY_URL; default ${defaultUrl})`),
    )
    .addOption(new Option("--token <token>", "admin token (PARLEY_ADMIN_TOKEN; better than here)"))
    .addOption(dataOption());
}

/** `--data`: the data directory of a gateway on this machine, which contains its admin token. */
export function dataOption(): Option {
  return new Option(
    "--data <dir>",
    `data directory, with the admin token (PARLEY_DATA; default ${defaultData} for a gateway here)`,
  );
}

/** The data directory from the option or the environment. */
export function dataDirectory(options: ConnectionOptions, env: Environment): string {
  return options.data ?? setting(env, "PARLEY_DATA") ?? defaultData;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Options first, then the environment, then the defaults of the quickstart. @throws CommandError
 * `usage`
 */
export function findConnection(options: ConnectionOptions, env: Environment): Connection {
  const connection = foundConnection(options, env);
  const { token, tokenSource } = connection;
  if (token === null || /^[\x20-\x7e]*$/.test(token)) return connection;
  throw new CommandError(
    exitCodes.usage,
    `The admin token from ${tokenSource} must hold only ASCII characters: an HTTP header allows no others.`,
  );
}

function foundConnection(options: ConnectionOptions, env: Environment): Connection {
  const baseUrl = readUrl(options.url ?? setting(env, "PARLEY_URL") ?? defaultUrl);
  if (options.token !== undefined) {
    return { baseUrl, token: options.token, tokenSource: "--token" };
  }
  const token = setting(env, "PARLEY_ADMIN_TOKEN");
  if (token !== undefined) return { baseUrl, token, tokenSource: "PARLEY_ADMIN_TOKEN" };
  const path = join(dataDirectory(options, env), "admin-token");
  if (!isNamed(options, env) && !isThisMachine(baseUrl)) return { baseUrl, ...kept(path) };
  return { baseUrl, token: readToken(path), tokenSource: path };
}

/** Whether the user named a data directory. Its token may then go to any gateway. */
function isNamed({ data }: ConnectionOptions, env: Environment): boolean {
  return data !== undefined || setting(env, "PARLEY_DATA") !== undefined;
}

function isThisMachine(url: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

/**
 * The token in `./data` belongs to a gateway on this machine. It must not go to another machine unless the user asks
 * for it.
 */
function kept(path: string): Pick<Connection, "token" | "tokenSource"> {
  const why = "which is sent only to this machine unless you name the directory";
  return { token: null, tokenSource: `not ${path}, ${why}` };
}

function setting(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim();
  return text === "" ? undefined : text;
}

function readToken(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim() || null;
  } catch {
    return null;
  }
}

function readUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw wrongUrl("must be an http or https URL");
  }
  if (url.username !== "" || url.password !== "") throw wrongUrl("must not hold credentials");
  if (url.search !== "" || url.hash !== "") throw wrongUrl("must have no query and no fragment");
  const base = url.href.replace(/\/+$/, "");
  return base.endsWith(apiPath) ? base : `${base}${apiPath}`;
}

function wrongUrl(why: string): CommandError {
  return new CommandError(
    exitCodes.usage,
    `The gateway's address ${why}.`,
    `Expected something like ${defaultUrl} in --url or PARLEY_URL.`,
  );
}
