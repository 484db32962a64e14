import { ParleyClientError } from "./client-error.ts";
import type { ExchangeAnswer } from "./exchange.ts";

/** Something optional that was cut or dropped; the message was accepted all the same. */
export interface Warning {
  /** Path of the field, such as `sender.photo`. */
  readonly field: string;
  readonly message: string;
}

/** What accepting a message may say besides. @throws ParleyClientError `refused`, `unreadable-answer` */
export function readAccepted(answer: ExchangeAnswer): readonly Warning[] {
  const body = parsed(answer.text);
  if (answer.status !== 200 || body?.["result"] !== "ok") throw refusalOf(answer, body);
  const { warnings } = body;
  return Array.isArray(warnings) ? warnings.flatMap(warningOf) : [];
}

/** `0` or `1` (§4.1). @throws ParleyClientError `refused`, `unreadable-answer` */
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

/** A gateway's message begins with the field that it is about, if it is about one. */
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
