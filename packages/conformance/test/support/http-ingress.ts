import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { type AuthenticatedChannel, type Inbox, type Refusal, refuse } from "@parley/core";
import type { IngressSetting, OpenedIngress } from "../../src/index.ts";
import { answer, answerBroken, refuseWith } from "./http-answers.ts";

/** How an ingress may get it wrong. */
export interface IngressFlaws {
  readonly answersEarly?: boolean;
  readonly parsesJson?: boolean;
  readonly believesContentType?: boolean;
  readonly echoesAddress?: boolean;
  readonly asksBefore405?: boolean;
  readonly hasNoBound?: boolean;
  readonly unpacks?: boolean;
  readonly showsErrors?: boolean;
  readonly keepsPasses?: boolean;
  readonly renewsForAny?: boolean;
  readonly saysTrue?: boolean;
  readonly sendsHalves?: boolean;
  readonly goesOn?: boolean;
}

const limitBytes = 65_536;
const drainBytes = 1_000_000;
const allowed = { message: "POST", status: "GET, HEAD" } as const;

/** The smallest ingress, mounted at `/chat`; right without flaws. */
export async function httpIngress(
  inbox: Inbox,
  { headersTimeoutMs, requestTimeoutMs }: IngressSetting,
  flaws: IngressFlaws = {},
): Promise<OpenedIngress> {
  const bounds = { headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs };
  const server = createServer({ ...bounds, connectionsCheckingInterval: 100 });
  server.on("request", (request, response) => {
    handle(inbox, request, response, flaws).catch((error: unknown) => {
      if (response.headersSent) return;
      const detail = flaws.showsErrors ? String(error) : "The gateway had an internal error";
      refuseWith(response, refuse("internal", { detail }));
    });
  });
  answerBroken(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/chat`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const passes = new WeakMap<object, AuthenticatedChannel>();

async function handle(
  inbox: Inbox,
  request: IncomingMessage,
  response: ServerResponse,
  flaws: IngressFlaws,
): Promise<void> {
  if (!flaws.goesOn && !(await isInTurn(request, response))) return;
  const [path = ""] = (request.url ?? "").split("?");
  const [, random, id, tail] = /^\/chat\/([^/]+)\/([^/]+)(\/status)?\/?$/.exec(path) ?? [];
  if (random === undefined || id === undefined) return refuseWith(response, refuse("notFound"));
  const allow = allowed[tail === undefined ? "message" : "status"];
  const isAllowed = allow.split(", ").includes(request.method ?? "");
  const notAllowed = refuse("methodNotAllowed", { allow });
  if (!isAllowed && !flaws.asksBefore405) return refuseWith(response, notAllowed);
  const entered = kept(inbox, request, flaws) ?? (await authenticate(inbox, id, random));
  if (entered === "unreadable")
    return refuseWith(response, refuse("overloaded", { retryAfterSeconds: 1 }));
  if (entered === null) {
    const detail = flaws.echoesAddress ? `There is nothing at ${path}` : undefined;
    return refuseWith(response, refuse("notFound", detail === undefined ? {} : { detail }));
  }
  passes.set(request.socket, entered);
  if (!isAllowed) return refuseWith(response, notAllowed);
  if (tail === undefined) return takeMessage(inbox, entered, request, response, flaws);
  const availability = await inbox.status(entered);
  answer(response, 200, flaws.saysTrue ? String(availability === 1) : String(availability));
}

/** Waits for those before it. Behind one that closed the connection its turn never comes, or the connection has ended. */
async function isInTurn(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { socket } = response as { readonly socket: ServerResponse["socket"] };
  if (socket === null) await once(response, "socket");
  return request.socket.writable;
}

function kept(
  inbox: Inbox,
  { socket }: IncomingMessage,
  { keepsPasses, renewsForAny }: IngressFlaws,
): AuthenticatedChannel | null {
  const pass = passes.get(socket);
  if (pass === undefined) return null;
  if (keepsPasses) return pass;
  return renewsForAny ? inbox.renew(pass) : null;
}

async function authenticate(
  inbox: Inbox,
  id: string,
  random: string,
): Promise<AuthenticatedChannel | null | "unreadable"> {
  let names: readonly [string, string];
  try {
    names = [decodeURIComponent(id), decodeURIComponent(random)];
  } catch {
    return null;
  }
  return inbox.authenticate(...names).catch(() => "unreadable" as const);
}

async function takeMessage(
  inbox: Inbox,
  pass: AuthenticatedChannel,
  request: IncomingMessage,
  response: ServerResponse,
  flaws: IngressFlaws,
): Promise<void> {
  const { headers } = request;
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding !== "identity" && !flaws.unpacks)
    return refuseBody(request, response, refuse("contentEncoding"));
  const limit = flaws.hasNoBound ? Number.POSITIVE_INFINITY : limitBytes;
  if (Number(headers["content-length"] ?? 0) > limit)
    return refuseBody(request, response, refuse("bodyTooLarge"));
  const body = await readBody(request, limit);
  if (body === "too-large") return refuseBody(request, response, refuse("bodyTooLarge"));
  if (body === "gone" && !flaws.sendsHalves) return;
  if (flaws.answersEarly) answer(response, 200, '{"result":"ok"}');
  const taken = await inbox.accept(pass, spoiled(body, request, flaws));
  if (flaws.answersEarly) return;
  if (!taken.accepted) return refuseWith(response, taken.refusal);
  const { warnings } = taken;
  const result = warnings.length > 0 ? { result: "ok", warnings } : { result: "ok" };
  answer(response, 200, JSON.stringify(result));
}

function spoiled(
  body: Buffer | "gone",
  { headers }: IncomingMessage,
  flaws: IngressFlaws,
): Uint8Array {
  if (body === "gone") return new Uint8Array();
  if (flaws.unpacks && headers["content-encoding"] === "gzip") return gunzipSync(body);
  const isJson = headers["content-type"]?.startsWith("application/json") ?? false;
  if (flaws.believesContentType && !isJson && headers["content-type"] !== undefined)
    return new Uint8Array();
  return flaws.parsesJson && body.length > 0
    ? Buffer.from(JSON.stringify(JSON.parse(body.toString())))
    : body;
}

function readBody(request: IncomingMessage, limit: number): Promise<Buffer | "too-large" | "gone"> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) resolve("too-large");
      else chunks.push(chunk);
    });
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("close", () => resolve("gone")).on("error", () => resolve("gone"));
  });
}

/** Takes the rest in up to a bound, so that the sender gets to read the answer. */
function refuseBody(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  let drained = 0;
  request.on("data", (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > drainBytes) request.socket.destroy();
  });
  request.on("error", () => {}).resume();
  response.setHeader("Connection", "close");
  refuseWith(response, refusal);
}
