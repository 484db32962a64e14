import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer as createSocketServer, type Server } from "node:net";
import { fileURLToPath } from "node:url";

const fixtures = new URL("../../../../packages/transport-undici/test/fixtures/", import.meta.url);
const fixture = (name: string) => fileURLToPath(new URL(name, fixtures));

/** A certificate that expired in 2020. A client that trusts it sees only that error. */
export const expiredCertificatePath = fixture("expired-cert.pem");

/** Local servers, each with one fault. */
export class FaultyReceivers {
  readonly #servers: Server[] = [];

  /** Answers with a status and a body. */
  answering(status: number, body = "", headers: Record<string, string> = {}): Promise<string> {
    return this.#http((_request, response) => response.writeHead(status, headers).end(body));
  }

  /** Accepts requests that match `likes`, and answers `status` to the others. */
  choosy(likes: (request: Parameters<RequestListener>[0]) => boolean, status: number) {
    return this.#http((request, response) => {
      response.writeHead(likes(request) ? 200 : status).end('{"result":"ok"}');
    });
  }

  /** Accepts the request and never answers. */
  silent(): Promise<string> {
    return this.#http(() => undefined);
  }

  /** Accepts the request and closes the connection. */
  hangingUp(): Promise<string> {
    return this.#http((request) => request.socket.destroy());
  }

  /** Uses a self-signed or an expired certificate. */
  async withCertificate(name: "localhost" | "expired"): Promise<string> {
    const [cert, key] = ["cert", "key"].map((part) => readFileSync(fixture(`${name}-${part}.pem`)));
    const server = createSecureServer({ cert, key }, (_request, response) =>
      response.end('{"result":"ok"}'),
    );
    return `https://127.0.0.1:${await this.#listen(server)}`;
  }

  /** An https address without TLS. */
  async plaintext(): Promise<string> {
    return (await this.answering(200, '{"result":"ok"}')).replace("http:", "https:");
  }

  /** An https address that never answers. */
  async mute(): Promise<string> {
    return `https://127.0.0.1:${await this.#listen(createSocketServer())}`;
  }

  /** An address without a listener. */
  async closed(): Promise<string> {
    const server = createSocketServer();
    const port = await this.#listen(server);
    await once(server.close(), "close");
    return `http://127.0.0.1:${port}`;
  }

  close(): void {
    for (const server of this.#servers) {
      server.close();
      if ("closeAllConnections" in server) (server.closeAllConnections as () => void)();
    }
  }

  async #http(listener: RequestListener): Promise<string> {
    return `http://127.0.0.1:${await this.#listen(createServer(listener))}`;
  }

  async #listen(server: Server): Promise<number> {
    this.#servers.push(server);
    await once(server.listen(0, "127.0.0.1"), "listening");
    return (server.address() as AddressInfo).port;
  }
}
