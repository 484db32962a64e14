import { CommandError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection broke",
  EHOSTUNREACH: "there is no route to this host",
  ENETUNREACH: "there is no route to this network",
  ENOTFOUND: "there is no host with this name",
  EAI_AGAIN: "the host name could not be resolved at the moment",
  ETIMEDOUT: "no answer came in time",
  UND_ERR_SOCKET: "the connection broke",
  UND_ERR_CONNECT_TIMEOUT: "no answer came in time",
  UND_ERR_HEADERS_TIMEOUT: "no answer came in time",
};

/** Explains why no answer came. @param address of the gateway */
export function connectionFault(address: string, error: unknown): CommandError {
  return new CommandError(
    exitCodes.unreachable,
    `No gateway answers at ${address}: ${reasonOf(error)}.`,
    "Is it running, and is the address right? It is taken from --url or PARLEY_URL.",
  );
}

function reasonOf(error: unknown): string {
  const causes = causesOf(error);
  if (causes.some(({ name }) => name === "TimeoutError")) return "no answer came in time";
  if (causes.some(({ name }) => name === "HTTPParserError"))
    return "the server does not speak HTTP";
  if (causes.some(({ message }) => message === "bad port")) {
    return "its port is blocked for HTTP";
  }
  const code = causes.map(codeOf).find((code) => code !== null);
  return code === undefined
    ? "the request failed"
    : (words[code] ?? `the request failed (${code})`);
}

/** The error and its causes. `fetch` hides the real one among them. */
function causesOf(error: unknown): readonly Error[] {
  if (!(error instanceof Error)) return [];
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return [error, ...causesOf(inner)];
}

/** Error code of the system or of TLS. */
function codeOf(error: Error): string | null {
  return "code" in error && typeof error.code === "string" ? error.code : null;
}
