import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** An integrating system that answers every POST with the result of `answer`. */
export class Receiver implements AsyncDisposable {
  /** Called with the body. */
  answer: (body: string) => object = () => ({ result: "ok" });
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request.setEncoding("utf8")) body += String(chunk);
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify(this.answer(body)));
    });
  }

  static async open(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#server.listen(0, "127.0.0.1");
    await once(receiver.#server, "listening");
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await once(this.#server.close(), "close");
  }
}
