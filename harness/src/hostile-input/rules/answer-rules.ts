import { refusals } from "@parley/core";
import type { WireAnswer } from "../wire/wire-answer.ts";

/** What no answer may hold: secrets and what the visitor wrote. */
export type Canaries = readonly string[];

const statuses = new Set([200, 400, 404, 405, 408, 413, 415, 431]);
const codes = new Map(Object.values(refusals).map((row) => [row.code, row]));
/** These name the field at fault; of the others the sentence itself says what was wrong. */
const fieldCodes = new Set([40004, 40005, 40006, 40007, 40008, 40009]);
const field = /^(body|sender(\.[a-z]+)?|message(\.[a-z_]+)?): /;

/** What is wrong with an answer, whatever was asked; `null` when nothing is. Only a faulty store excuses a 503. */
export function faultOf(
  answer: WireAnswer,
  canaries: Canaries,
  storeIsFaulty = false,
): string | null {
  const { status } = answer;
  if (!(statuses.has(status) || (status === 503 && storeIsFaulty))) return `status ${status}`;
  const whole = [...answer.headers.values(), answer.body].join("\n");
  if (canaries.some((canary) => whole.includes(canary))) return "the answer repeats what was sent";
  return (
    headerFault(answer.headers) ?? (status === 200 ? takenFault(answer.body) : refusalFault(answer))
  );
}

/** What is wrong with the body of a refusal. */
export function refusalFault({ status, body, headers }: WireAnswer): string | null {
  const error = (readJson(body) as { error?: { code?: unknown; message?: unknown } } | null)?.error;
  const row = typeof error?.code === "number" ? codes.get(error.code) : undefined;
  if (row === undefined || typeof error?.message !== "string") return "no failure shape";
  if (row.httpStatus !== status) return `code ${row.code} with status ${status}`;
  if (!error.message.endsWith(`. ${row.outcome}`)) return "it does not say what happened";
  if (fieldCodes.has(row.code) && !field.test(error.message)) return "it does not name the field";
  if (status === 503 && !headers.has("retry-after")) return "503 without Retry-After";
  return status === 405 && !headers.has("allow") ? "405 without Allow" : null;
}

/** `error.code` of a refusal's body; `null` when there is none. */
export function codeOf({ body }: WireAnswer): number | null {
  const code = (readJson(body) as { error?: { code?: unknown } } | null)?.error?.code;
  return typeof code === "number" ? code : null;
}

/** The field that a refusal names; `null` when it names none. */
export function fieldOf({ body }: WireAnswer): string | null {
  const message = (readJson(body) as { error?: { message?: string } } | null)?.error?.message ?? "";
  return /^([a-z]+(\.[a-z_]+)?): /.exec(message)?.[1] ?? null;
}

/** The fields that an acceptance warns of, in order. */
export function warnedOf({ body }: WireAnswer): readonly string[] {
  const warnings = (readJson(body) as { warnings?: { field: string }[] } | null)?.warnings;
  return (warnings ?? []).map(({ field }) => field);
}

function headerFault(headers: ReadonlyMap<string, string>): string | null {
  if (!headers.get("content-type")?.startsWith("application/json")) return "no JSON";
  if (headers.get("cache-control") !== "no-store") return "it may be cached";
  if (headers.get("x-content-type-options") !== "nosniff") return "it may be sniffed";
  return ["etag", "x-powered-by", "server"].find((name) => headers.has(name)) ?? null;
}

function takenFault(body: string): string | null {
  if (body === "0" || body === "1") return null;
  const { result, warnings, ...others } = (readJson(body) ?? {}) as Record<string, unknown>;
  const named = warnings === undefined || (Array.isArray(warnings) && warnings.every(isWarning));
  return result === "ok" && named && Object.keys(others).length === 0 ? null : "no acceptance";
}

function isWarning(value: unknown): boolean {
  const { field: path, message } = value as { field?: unknown; message?: unknown };
  return typeof path === "string" && field.test(`${path}: `) && typeof message === "string";
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
