import { errorFacts, type HttpClient, ParleyError } from "@parley/core";
import type { ApiAnswer } from "./api-answer.ts";
import { ApiError } from "./api-error.ts";
import type { ApiHealth } from "./api-health.ts";
import { apiUrls } from "./api-url.ts";
import { type ApiVerdict, errorOf } from "./api-verdict.ts";
import { readAnswer } from "./read-answer.ts";
import { requestBody } from "./request-body.ts";

type HeaderValues = Readonly<Record<string, string>>;

/** Options of `agentApi`. */
export interface AgentApiOptions {
  /** `PluginServices.http`, which has the address guard. */
  readonly http: HttpClient;
  /** The API's address, without query. It may hold a token: no error tells it. */
  readonly url: string;
  /** Headers of every call, such as the credentials. Asked anew for each, so that tokens can change. */
  readonly headers?: () => HeaderValues | Promise<HeaderValues>;
  /**
   * Statuses from 400 to 499 that reject a call for good. All others, besides 401, 403 and 429, are failures.
   * Default: 400, 404, 409, 410, 413, 415, 422.
   */
  readonly rejects?: readonly number[];
  /**
   * What an answer means, if its body or headers tell it: of an app that refuses with 200, or states its pause in the body.
   * `null`: as its status says. It is asked about every answer, and may throw for one that it does not understand.
   */
  readonly read?: (answer: ApiAnswer) => ApiVerdict | null;
  /** Most bytes of an answer. Default: 1 MiB. */
  readonly limitBytes?: number;
  /** Remembers refused credentials for the doctor. */
  readonly health?: ApiHealth;
}

/** One call to an app's API. */
export interface ApiRequest {
  readonly method: string;
  /** What follows `url`: nothing, or it begins with `/` or `?`. Encode ids in it with `encodeURIComponent`. */
  readonly path: string;
  /** Sent as JSON. A `Uint8Array` and `URLSearchParams` are sent as they are; `undefined`: no body. */
  readonly body?: unknown;
  /** In place of those of the same name that every call has. */
  readonly headers?: HeaderValues;
  /** The deadline of the whole call, answer included. */
  readonly signal: AbortSignal;
}

/** Made by `agentApi`; called by plugins. */
export interface AgentApi {
  /**
   * Calls the app, once.
   * @returns an answer that means success
   * @throws ApiError for every other one, and when none came
   */
  call(request: ApiRequest): Promise<ApiAnswer>;
}

const usualRejects = [400, 404, 409, 410, 413, 415, 422];
const usualLimitBytes = 1_024 * 1_024;

/**
 * A client for the HTTP API of an agent app.
 * @throws ParleyError `invalid-option`, if `url` is not usable
 */
export function agentApi(options: AgentApiOptions): AgentApi {
  const { http, health, headers = () => ({}), limitBytes = usualLimitBytes } = options;
  const { rejects = usualRejects, read = () => null } = options;
  const rules = { rejects: [...rejects], read };
  const urlOf = apiUrls(options.url);

  async function send(request: ApiRequest): Promise<ApiAnswer> {
    const { method, path, signal } = request;
    const url = urlOf(path);
    const { headers: type, ...body } = requestBody(request.body);
    const all = merge(usualHeaders, type, await headers(), request.headers ?? {});
    // A page to which a write is redirected, such as a login, says nothing of the write.
    const redirect = isRead(method) ? "follow" : "answer";
    const sent = { method, url, headers: all, ...body, limitBytes, redirect, signal } as const;
    return readAnswer(await http.request(sent));
  }

  return {
    call: async (request) => {
      const answer = await send(request).catch(rethrow);
      const error = errorOf(answer, rules);
      if (error === null) return answer;
      if (error.kind === "unauthorized") health?.noteRefusal(error.status);
      throw error;
    },
  };
}

const isRead = (method: string): boolean => /^(?:get|head)$/i.test(method);

const usualHeaders = { accept: "application/json", "accept-encoding": "identity" };

/** Later ones replace earlier ones of the same name. */
function merge(...all: readonly HeaderValues[]): HeaderValues {
  const merged = all.flatMap((one) => Object.entries(one));
  return Object.fromEntries(merged.map(([name, value]) => [name.toLowerCase(), value]));
}

const sentences: Readonly<Record<string, string>> = {
  "http-invalid-request": "The call cannot be sent as it is; nothing was sent.",
  "http-forbidden-target": "The app's address is not allowed; nothing was sent.",
  "http-unreachable": "The app cannot be reached; nothing was sent.",
  "http-timeout": "The app did not answer in time.",
  "http-answer-broken": "The app's answer broke off.",
  "http-answer-too-long": "The app's answer is too long.",
  "http-too-many-redirects": "The app redirects too often.",
};

/** Makes an `ApiError` of what stopped a call. A foreign error stays out of it: its message may quote a header or a URL. */
function rethrow(error: unknown): never {
  if (ApiError.is(error)) throw error;
  if (ParleyError.is(error) && error.code === "port-missing") throw error;
  const { error: name } = errorFacts(error);
  const cause = ParleyError.is(error) ? error : new Error(name);
  const facts = { kind: "failed", status: null, cause } as const;
  throw new ApiError(facts, sentences[name] ?? `The call did not reach the app: ${name}.`);
}
