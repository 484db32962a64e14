import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer as createSocketServer, type Server } from "node:net";
import { fileURLToPath } from "node:url";

const fixtures = new URL("../../../../packages/transport-undici/test/fixtures/", import.meta.url);
const fixture = (name: string) => fileURLToPath(new URL(name, fixtures));

/** A certificate that ended in 2020; whoever trusts it is left with that alone. */
export const expiredCertificatePath = fixture("expired-cert.pem");

/** Servers of this machine, each wrong in its own way. */
export class FaultyReceivers {
  readonly #servers: Server[] = [];

  /** Answers with a status and a body. */
  answering(status: number, body = "", headers: Record<string, string> = {}): Promise<string> {
    return this.#http((_request, response) => response.writeHead(status, headers).end(body));
  }

  /** Takes what `likes` likes, and answers `status` to the rest. */
  choosy(likes: (request: Parameters<RequestListener>[0]) => boolean, status: number) {
    return this.#http((request, response) => {
      response.writeHead(likes(request) ? 200 : status).end('{"result":"ok"}');
    });
  }

  /** Takes the request and says nothing. */
  silent(): Promise<string> {
    return this.#http(() => undefined);
  }

  /** Takes the request and hangs up. */
  hangingUp(): Promise<string> {
    return this.#http((request) => request.socket.destroy());
  }

  /** Has a certificate of no authority; or one that has ended. */
  async withCertificate(name: "localhost" | "expired"): Promise<string> {
    const [cert, key] = ["cert", "key"].map((part) => readFileSync(fixture(`${name}-${part}.pem`)));
    const server = createSecureServer({ cert, key }, (_request, response) =>
      response.end('{"result":"ok"}'),
    );
    return `https://127.0.0.1:${await this.#listen(server)}`;
  }

  /** An https address where nobody speaks TLS. */
  async plaintext(): Promise<string> {
    return (await this.answering(200, '{"result":"ok"}')).replace("http:", "https:");
  }

  /** An https address where nobody says anything. */
  async mute(): Promise<string> {
    return `https://127.0.0.1:${await this.#listen(createSocketServer())}`;
  }

  /** An address where nobody listens any more. */
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
