import { ParleyClientError } from "./client-error.ts";
import type { ExchangeAnswer } from "./exchange.ts";

/** Tells that an optional field was cut or dropped. The message was accepted. */
export interface Warning {
  /** Path of the field, such as `sender.photo`. */
  readonly field: string;
  readonly message: string;
}

/**
 * The warnings of an accepted message.
 * @throws ParleyClientError `refused`, `unreadable-answer`
 */
export function readAccepted(answer: ExchangeAnswer): readonly Warning[] {
  const body = parsed(answer.text);
  if (answer.status !== 200 || body?.["result"] !== "ok") throw refusalOf(answer, body);
  const { warnings } = body;
  return Array.isArray(warnings) ? warnings.flatMap(warningOf) : [];
}

/**
 * `0` or `1` (§4.1).
 * @throws ParleyClientError `refused`, `unreadable-answer`
 */
export function readStatus(answer: ExchangeAnswer): 0 | 1 {
  const text = answer.text.trim();
  if (answer.status === 200 && (text === "0" || text === "1")) return text === "1" ? 1 : 0;
  throw refusalOf(answer, parsed(answer.text));
}

function refusalOf(answer: ExchangeAnswer, body: JsonObject | null): ParleyClientError {
  const { status, retryAfterSeconds } = answer;
  const { code, message } = objectOf(body?.["error"]) ?? {};
  if (typeof code === "number" && typeof message === "string") {
    const facts = { message, code, status, retryAfterSeconds, field: fieldOf(message) };
    return new ParleyClientError("refused", facts);
  }
  const why = `The answer (HTTP ${status}) is not from a Parley gateway: check the URL.`;
  return new ParleyClientError("unreadable-answer", { message: why, status, retryAfterSeconds });
}

/** A gateway's message begins with the field at fault, if there is one. */
function fieldOf(message: string): string | null {
  return /^((?:sender|message|body)(?:\.[a-z_]+)?): /.exec(message)?.[1] ?? null;
}

type JsonObject = Readonly<Record<string, unknown>>;

function parsed(text: string): JsonObject | null {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return null;
  }
}

function objectOf(value: unknown): JsonObject | null {
  return typeof value === "object" && value !== null ? (value as JsonObject) : null;
}

function warningOf(value: unknown): readonly Warning[] {
  const { field, message } = objectOf(value) ?? {};
  return typeof field === "string" && typeof message === "string" ? [{ field, message }] : [];
}
