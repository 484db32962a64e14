import { ParleyError } from "@parley/core";
import type { ApiAnswer } from "./api-answer.ts";

const marker = Symbol.for("@parley/agent-kit/ApiError");

/**
 * Why a call brought nothing.
 * - `later`: the app asks for a pause.
 * - `rejected`: the app will never take this call.
 * - `unauthorized`: the app refuses the credentials. The same call works once an operator has corrected them.
 * - `failed`: everything else, such as an app that is away. The call may have had its effect.
 */
export type ApiErrorKind = "later" | "rejected" | "unauthorized" | "failed";

/** The facts of an `ApiError`. */
export interface ApiErrorFacts {
  readonly kind: ApiErrorKind;
  /** The HTTP status; `null` when no answer came. */
  readonly status: number | null;
  /** The pause that a `later` asks for. */
  readonly inMs?: number | undefined;
  /** Of a `later`: whether the pause is for one event or for the whole backend. */
  readonly scope?: "event" | "backend";
  /** Of a `rejected`: why, for the agent to read. */
  readonly reason?: string | undefined;
  readonly answer?: ApiAnswer | undefined;
  readonly cause?: unknown;
}

/**
 * A call to an app's API that brought nothing. `code` is `app-later`, `app-rejected`, `app-unauthorized` or `app-failed`.
 * The message holds no secret, no URL and nothing that the app answered.
 */
export class ApiError extends ParleyError {
  readonly kind: ApiErrorKind;
  readonly status: number | null;
  readonly inMs?: number;
  readonly scope: "event" | "backend";
  readonly [marker] = true;
  readonly #reason: string | undefined;
  readonly #answer: ApiAnswer | undefined;

  constructor(facts: ApiErrorFacts, message: string) {
    const { kind, status, inMs, cause } = facts;
    super(`app-${kind}`, message, { retryable: kind !== "rejected", cause });
    this.name = "ApiError";
    this.kind = kind;
    this.status = status;
    if (inMs !== undefined) this.inMs = inMs;
    this.scope = facts.scope ?? "backend";
    this.#reason = facts.reason?.trim() === "" ? undefined : facts.reason;
    this.#answer = facts.answer;
  }

  /** Why the app rejected it, for the agent: the words of the plugin's `read`, else the message. */
  get reason(): string {
    return this.#reason ?? this.message;
  }

  /** What the app answered, for the plugin to read; `null` when no answer came. Never log it. */
  get answer(): ApiAnswer | null {
    return this.#answer ?? null;
  }

  /** True for an `ApiError` of any copy of this package. */
  static override is(error: unknown): error is ApiError {
    return typeof error === "object" && error !== null && marker in error;
  }
}
