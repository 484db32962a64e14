import { CommandError } from "./command-error.ts";
import { exitCodes } from "./exit-code.ts";

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection broke",
  EHOSTUNREACH: "there is no way to this host",
  ENETUNREACH: "there is no way to this network",
  ENOTFOUND: "there is no host of this name",
  EAI_AGAIN: "the host's name could not be looked up just now",
  ETIMEDOUT: "nothing came back in time",
  UND_ERR_SOCKET: "the connection broke",
  UND_ERR_CONNECT_TIMEOUT: "nothing came back in time",
  UND_ERR_HEADERS_TIMEOUT: "nothing came back in time",
};

/** Why no answer came, in a sentence. @param address of the gateway */
export function connectionFault(address: string, error: unknown): CommandError {
  return new CommandError(
    exitCodes.unreachable,
    `No gateway answers at ${address}: ${reasonOf(error)}.`,
    "Is it running, and is the address right? It is taken from --url or PARLEY_URL.",
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return "nothing came back in time";
  const code = codeOf(error);
  return code === null ? "the request failed" : (words[code] ?? `the request failed (${code})`);
}

/** The system's or TLS's code, which fetch hides in its causes. */
function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ("code" in error && typeof error.code === "string") return error.code;
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return codeOf(inner);
}
