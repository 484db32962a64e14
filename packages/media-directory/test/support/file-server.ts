import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { MediaFiles } from "../../src/index.ts";

/** Serves the files of the gateway that runs. */
export class FileServer {
  /** `null`: the gateway does not run yet. */
  files: MediaFiles | null = null;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => this.files?.listener(request, response));
  }

  static async start(): Promise<FileServer> {
    const server = new FileServer();
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  /** Where the files are served. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/media`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
