import type { RequestListener, ServerResponse } from "node:http";

/** A word in every text from outside. */
export const canary = "canary7f3a";

const json = (value: unknown) => JSON.stringify(value);
const error = json({ error: { code: 7, message: `${canary} description` } });

/** Failures of a receiver, by the outcome of the attempt. Every answer contains a text of its own. */
const receivers: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  positive: (response) => response.setHeader("X-Note", canary).end('{"result":"ok"}'),
  "failure-shape": (response) => response.end(error),
  "http-status": (response) => response.writeHead(503, canary).end(canary),
  redirect: (response) =>
    response.writeHead(302, { Location: `https://${canary}.example/${canary}` }).end(canary),
  unusable: (response) => response.end(`{"result":"${canary}`),
  "cut-off": (response) => {
    response.writeHead(200, { "Content-Length": 9_999 }).write(canary);
    setTimeout(() => response.destroy(), 50);
  },
  "no-http": (response) => response.socket?.end(`HTTP/1.1 ${canary} ${canary}\r\n\r\n`),
  hangs: (response) => response.writeHead(200).write(canary),
};

/** Acts as the receiver that the first segment of the path names. */
export const canaryReceivers: RequestListener = (request, response) => {
  request.resume();
  receivers[request.url?.split("/")[1] ?? ""]?.(response);
};

/** Target of each channel's agent messages. Every URL contains the canary. */
export function receiverUrls(base: string): ReadonlyMap<string, string> {
  const local = Object.keys(receivers).map((id) => [id, `${base}/${id}/${canary}?key=${canary}`]);
  return new Map([
    ...(local as [string, string][]),
    ["no-tls", `${base.replace("http:", "https:")}/${canary}`],
    ["no-address", `https://${canary}.invalid/${canary}?key=${canary}`],
  ]);
}
