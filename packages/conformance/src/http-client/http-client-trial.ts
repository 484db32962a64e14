import assert from "node:assert/strict";
import { inspect } from "node:util";
import { type HttpClient, type HttpRequest, type HttpResponse, ParleyError } from "@parley/core";
import { promptly } from "../time/time-limits.ts";
import type { HttpApp } from "./http-app.ts";

/** A client under test. */
export interface OpenedHttpClient {
  readonly client: HttpClient;
  /** Closes the client, as its adapter does when the gateway closes. Twice is once. */
  close(): Promise<void>;
}

/** How the suite needs a client: as in production, but with addresses of names from the suite. */
export interface HttpClientSetting {
  /** All addresses of a name. */
  readonly lookup: (host: string) => Promise<readonly string[]>;
}

/** Opens a fresh client. */
export type OpenHttpClient = (setting: HttpClientSetting) => Promise<OpenedHttpClient>;

/** Stands in query, header and body of requests that fail. No error may contain it. */
export const secret = "s3cr3t-0f-the-call";

/** One client under test and one app, which is the only origin that it may reach. */
export class HttpClientTrial {
  readonly app: HttpApp;
  readonly client: HttpClient;
  readonly close: () => Promise<void>;
  /** The names that the client asked for. */
  readonly lookups: readonly string[];

  constructor({ client, close }: OpenedHttpClient, app: HttpApp, lookups: readonly string[]) {
    this.client = client;
    this.app = app;
    this.close = close;
    this.lookups = lookups;
  }

  /** Sends a request to the app. `parts` override those of a default request. */
  send(target: string, parts: Partial<HttpRequest> = {}): Promise<HttpResponse> {
    const request = {
      method: "GET",
      url: URL.parse(target, this.app.url)?.href ?? target,
      signal: AbortSignal.timeout(20_000),
      allowOrigins: [this.app.url],
      ...parts,
    };
    const clause = `an answer or an error comes: ${request.method} ${request.url}`;
    const sending = Promise.resolve().then(() => this.client.request(request));
    return handled(promptly(clause, sending));
  }

  /** Status and text of the answer, or the code of the error. */
  say(target: string, parts: Partial<HttpRequest> = {}): Promise<string> {
    const url = target.includes("?") ? target : `${target}?key=${secret}`;
    const headers = { authorization: `Bearer ${secret}`, ...parts.headers };
    return handled(told(this.send(url, { ...parts, headers })));
  }
}

async function told(sending: Promise<HttpResponse>): Promise<string> {
  try {
    const response = await sending;
    return `${response.status} ${(await bytesOf(response)).toString("latin1")}`;
  } catch (error) {
    return codeOf(error);
  }
}

/** A check may fail before it waits for this promise. Then only the check is to fail. */
function handled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {});
  return promise;
}

/** The whole body of an answer. @throws what the stream fails with */
export async function bytesOf({ body }: HttpResponse): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const reading = (async () => {
    for await (const chunk of body) chunks.push(chunk);
  })();
  await promptly("the body ends or fails", reading);
  return Buffer.concat(chunks);
}

/** The code of an error that the port names. It must keep the secrets of its call. */
export function codeOf(error: unknown): string {
  if (!ParleyError.is(error)) throw error;
  const told = inspect(error, { depth: 10, showHidden: true });
  assert.ok(!told.includes(secret), "an error tells no query, no token and no body");
  return error.code;
}

/** One check of the suite. */
export type HttpClientCheck = (
  title: string,
  body: (trial: HttpClientTrial) => Promise<void>,
) => void;
