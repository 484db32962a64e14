import type { RequestListener, ServerResponse } from "node:http";

/** A word in everything that anybody may write, wherever it goes. */
export const canary = "canary7f3a";

const json = (value: unknown) => JSON.stringify(value);
const error = json({ error: { code: 7, message: `${canary} description` } });

/** What may go wrong at a receiver, by the outcome that its attempts have; words of its own in every answer. */
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

/** Plays the receiver that the first segment of the path names. */
export const canaryReceivers: RequestListener = (request, response) => {
  request.resume();
  receivers[request.url?.split("/")[1] ?? ""]?.(response);
};

/** Where each channel's agent messages go, by the channel's id; the canary stands in every URL. */
export function receiverUrls(base: string): ReadonlyMap<string, string> {
  const local = Object.keys(receivers).map((id) => [id, `${base}/${id}/${canary}?key=${canary}`]);
  return new Map([
    ...(local as [string, string][]),
    ["no-tls", `${base.replace("http:", "https:")}/${canary}`],
    ["no-address", `https://${canary}.invalid/${canary}?key=${canary}`],
  ]);
}
