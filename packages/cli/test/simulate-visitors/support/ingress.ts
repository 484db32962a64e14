import { createServer } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { onTestFinished } from "vitest";

/** A visitor's event as the endpoint got it. */
export interface Event {
  readonly sender: { readonly id: string; readonly name: string };
  readonly message: Readonly<Record<string, unknown>>;
}

/** The endpoint's answer; `null`: never an answer. */
export interface Reply {
  readonly status?: number;
  readonly body?: string;
  readonly hangUp?: true;
}

/** A scripted endpoint, for answers that no real gateway gives on request. */
export class Ingress {
  readonly events: Event[] = [];
  readonly url: string;

  private constructor(server: Server) {
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/canary-random/shop`;
  }

  /** @param reply the answer to an event, by its number in order of arrival */
  static async open(reply: (index: number) => Reply | null = () => ({})): Promise<Ingress> {
    const server = createServer(async (request, response) => {
      if (request.method === "GET") return void response.end("1");
      let text = "";
      for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
      const said = reply(ingress.events.push(JSON.parse(text) as Event) - 1);
      if (said?.hangUp) return void response.destroy();
      if (said === null) return;
      response.writeHead(said.status ?? 200, { "content-type": "application/json" });
      response.end(said.body ?? '{"result":"ok"}');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const ingress = new Ingress(server);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return ingress;
  }
}
