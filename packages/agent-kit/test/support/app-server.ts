import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A request as the app got it. */
export interface AppRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How the app answers one request. */
export type AppAnswer = (response: ServerResponse, request: AppRequest) => void;

/** A real HTTP server in place of an app. */
export interface AppServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly AppRequest[];
}

/** Starts an app that answers every request alike. */
export async function startApp(answer: AppAnswer): Promise<AppServer> {
  const requests: AppRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = "", url: path = "", headers } = incoming;
    const request = { method, path, headers, body: await text(incoming) };
    requests.push(request);
    answer(response, request);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

/** An answer with a status, headers and a body. */
export function answering(status: number, body: unknown = "", headers = {}): AppAnswer {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (response) => void response.writeHead(status, headers).end(text);
}
