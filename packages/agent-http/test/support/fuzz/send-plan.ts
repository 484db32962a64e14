import { type Agent, request, type IncomingMessage } from "node:http";
import { formedBody } from "./body-forms.ts";
import type { KnownValues } from "./known-values.ts";
import type { RequestPlan } from "./request-plans.ts";

/** An answer as it came. */
export interface Received {
  readonly status: number;
  readonly type: string | undefined;
  readonly text: string;
}

/** Where and as whom requests are sent. */
export interface Target {
  /** Of the door, without a slash at its end. */
  readonly url: string;
  readonly authorization: Readonly<Record<RequestPlan["token"], string | undefined>>;
  readonly known: KnownValues;
  readonly agent: Agent;
}

/** Sends a request as planned. `null`: the connection ended without an answer. */
export function sendPlan(plan: RequestPlan, target: Target): Promise<Received | null> {
  const { known, authorization, agent } = target;
  const { bytes, headers, missing } = formedBody(known.filled(plan.body), plan.form);
  const token = authorization[plan.token];
  const given = known.filled(plan.headers) as Record<string, unknown>;
  const { promise, resolve } = Promise.withResolvers<Received | null>();
  const sent = request(
    target.url + pathOf(plan, known),
    {
      method: plan.method,
      agent: missing > 0 ? false : agent,
      headers: {
        ...sendable(given),
        ...(token !== undefined && { authorization: token }),
        ...headers,
        "content-length": bytes.length + missing,
      },
    },
    (response) => {
      void received(response).then(resolve, () => resolve(null));
    },
  );
  sent.on("error", () => resolve(null));
  if (missing === 0) sent.end(bytes);
  else sent.write(bytes, () => sent.socket?.end());
  return promise;
}

async function received(response: IncomingMessage): Promise<Received> {
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString();
  return { status: response.statusCode ?? 0, type: response.headers["content-type"], text };
}

function pathOf({ path, parameters, query }: RequestPlan, known: KnownValues): string {
  const values = known.filled(parameters) as Record<string, unknown>;
  const whole = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => escaped(values[name]));
  const pairs = Object.entries(known.filled(query) as object).map(
    ([name, value]) => `${escaped(name)}=${escaped(value)}`,
  );
  return pairs.length === 0 ? whole : `${whole}?${pairs.join("&")}`;
}

/** Longer targets are refused by Node itself, for the whole server. */
const targetLimit = 4_000;

function escaped(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return encodeURIComponent(text.toWellFormed()).slice(0, targetLimit);
}

/** Node's client sends no control characters, so they are left out. */
function sendable(headers: Record<string, unknown>): Record<string, string> {
  const fields = Object.entries(headers)
    .filter(([name]) => /^[\w-]+$/.test(name))
    .map(([name, value]) => [
      name,
      String(typeof value === "object" ? JSON.stringify(value) : value)
        // oxlint-disable-next-line no-control-regex
        .replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/g, "")
        .slice(0, targetLimit),
    ]);
  return Object.fromEntries(fields) as Record<string, string>;
}
