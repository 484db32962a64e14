/** Form of a code, such as `ECONNREFUSED`, `CHATWOOT_401` or `store-corrupt`. A sentence does not fit it. */
const upperCode = /^[A-Z][A-Z0-9_]{1,63}$/;
const kebabCode = /^[a-z]{1,20}(?:-[a-z0-9]{1,20}){1,5}$/;
const className = /^[A-Za-z_$][\w$]{0,60}$/;
/** `fetch failed` hides the system's error behind up to three others. */
const causeLimit = 5;

/** What a log may tell of a thrown value. Never its message, which may quote a visitor. */
export type ErrorFacts = {
  /** The error's `code` if it has the form of one, else its class. */
  readonly error: string;
  /** The class, where `error` is a code. */
  readonly class?: string;
  /** The HTTP status that the error carries. */
  readonly status?: number;
  /** The first code among the causes, else the class of the nearest cause. */
  readonly cause?: string;
};

/** The loggable facts of an error thrown by foreign code, and of its causes. */
export function errorFacts(thrown: unknown): ErrorFacts {
  try {
    const code = codeOf(thrown);
    const kind = classOf(thrown);
    const status = statusOf(thrown);
    const cause = causeOf(thrown);
    return {
      error: code ?? kind,
      ...(code !== null && { class: kind }),
      ...(status !== null && { status }),
      ...(cause !== null && { cause }),
    };
  } catch {
    // Reading a foreign error may throw as well.
    return { error: "unknown" };
  }
}

function codeOf(thrown: unknown): string | null {
  if (!(thrown instanceof Error)) return null;
  const { code } = thrown as { readonly code?: unknown };
  if (typeof code !== "string") return null;
  return upperCode.test(code) || kebabCode.test(code) ? code : null;
}

function statusOf(thrown: unknown): number | null {
  if (!(thrown instanceof Error)) return null;
  const { status, statusCode } = thrown as {
    readonly status?: unknown;
    readonly statusCode?: unknown;
  };
  const found = [status, statusCode].find(isHttpStatus);
  return found ?? null;
}

function isHttpStatus(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 599;
}

function causeOf(thrown: unknown): string | null {
  const causes = causesOf(thrown);
  if (causes.length === 0) return null;
  return causes.map(codeOf).find((code) => code !== null) ?? classOf(causes[0]);
}

/** Its causes, the nearest first. Of several errors in one, only the first counts. */
function causesOf(thrown: unknown): readonly unknown[] {
  const found: unknown[] = [];
  for (let at = next(thrown); at !== undefined && found.length < causeLimit; at = next(at))
    found.push(at);
  return found;
}

function next(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return undefined;
  return thrown.cause ?? (thrown instanceof AggregateError ? thrown.errors[0] : undefined);
}

/** Reads the class from the prototype, because an own property may hold any text. */
function classOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const { constructor } = Object.getPrototypeOf(thrown) as { readonly constructor?: unknown };
  const name = typeof constructor === "function" ? constructor.name : "";
  return className.test(name) ? name : "Error";
}

/**
 * The loggable code or name of an error of a store, of another adapter or of core. Operators look these codes up.
 * Never the message, which may quote a visitor.
 */
export function errorName(error: unknown): string {
  try {
    if (error instanceof Error) return "code" in error ? String(error.code) : error.name;
    return typeof error;
  } catch {
    return "unknown";
  }
}
