import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { answerHeaders, onwardHeaders } from "./headers.ts";
import type { Member } from "./member.ts";

/**
 * Result of forwarding a request. `answered`: the answer has started, or the client has left. `unreached`: nothing was
 * sent, so another gateway may get it. `broken`: the gateway may or may not have processed it.
 */
export type Relayed = "answered" | "unreached" | "broken";

const connectLimitMs = 1_000;
const answerLimitMs = 10_000;

/** Forwards a request and its answer unchanged. An event stream is forwarded as long as it lasts. */
export function relay(
  asked: IncomingMessage,
  response: ServerResponse,
  member: Member,
): Promise<Relayed> {
  const { promise, resolve } = Promise.withResolvers<Relayed>();
  let sent = false;
  const onward = open(asked, member);
  const giveUp = (): void => void onward.destroy();
  const timer = setTimeout(giveUp, connectLimitMs);
  response.once("close", giveUp);
  onward.once("socket", (socket) => {
    const send = (): void => {
      sent = true;
      clearTimeout(timer);
      asked.pipe(onward);
      asked.once("end", () => onward.setTimeout(answerLimitMs, giveUp));
    };
    if (socket.connecting) socket.once("connect", send);
    else send();
  });
  onward.once("response", (answer) => {
    onward.setTimeout(0);
    handBack(answer, response, () => resolve("answered"));
  });
  // A second error of a failed request would otherwise end the process.
  onward.on("error", () => undefined);
  onward.once("close", () => {
    clearTimeout(timer);
    response.off("close", giveUp);
    asked.unpipe(onward);
    if (response.headersSent) return;
    if (response.destroyed) resolve("answered");
    else resolve(sent ? "broken" : "unreached");
  });
  return promise;
}

function open(asked: IncomingMessage, { url, agent }: Member): ClientRequest {
  const { hostname, port } = new URL(url);
  return request({
    agent,
    hostname,
    port,
    method: asked.method,
    path: asked.url,
    headers: onwardHeaders(asked),
    setHost: false,
  });
}

function handBack(answer: IncomingMessage, response: ServerResponse, done: () => void): void {
  response.sendDate = false;
  response.writeHead(answer.statusCode ?? 502, answerHeaders(answer) as string[]);
  response.flushHeaders();
  pipeline(answer, response, done);
}
