import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { json } from "node:stream/consumers";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";

/** An agent's message, as the shop gets it. */
export interface AgentMessage {
  readonly channel: string;
  readonly sender: { readonly name: string };
  readonly recipient: { readonly id: string | number };
  readonly message: { readonly text?: string };
}

/** The host in a process of its own, and a shop that keeps what agents write. */
export class TwoDesks {
  readonly messages: AgentMessage[] = [];
  readonly #lines: string[] = [];
  readonly #child: ChildProcess;
  readonly #closes: (() => unknown)[] = [];

  private constructor(child: ChildProcess) {
    this.#child = child;
    const output = createInterface({ input: child.stdout ?? process.stdin });
    output.on("line", (line) => void this.#lines.push(line));
  }

  static async start(): Promise<TwoDesks> {
    const directory = mkdtempSync(join(tmpdir(), "parley-two-desks-"));
    const shop = createServer();
    shop.listen(0, "127.0.0.1");
    await once(shop, "listening");
    const { port } = shop.address() as AddressInfo;
    const child = spawn(process.execPath, [resolve(import.meta.dirname, "../../dist/main.js")], {
      cwd: directory,
      env: { ...process.env, PORT: await freePort(), CHAT_API_URL: `http://127.0.0.1:${port}` },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const desks = new TwoDesks(child);
    shop.on("request", async (request, response) => {
      const channel = (request.url ?? "").slice(1);
      desks.messages.push({ channel, ...((await json(request)) as object) } as AgentMessage);
      response.setHeader("content-type", "application/json").end('{"result":"ok"}');
    });
    desks.#closes.push(
      () => rmSync(directory, { recursive: true }),
      () => shop.close(),
      () => child.kill("SIGKILL"),
    );
    await desks.line(/^ready /);
    return desks;
  }

  /** Origin of the host. */
  get url(): string {
    return this.#ready[1] ?? "";
  }

  /** Waits for a line of the host's output. */
  async line(pattern: RegExp): Promise<string> {
    for (let tries = 0; tries < 600; tries += 1) {
      const line = this.#find(pattern);
      if (line !== undefined) return line;
      await setTimeout(50);
    }
    throw new Error(`the host did not say ${pattern.source}`);
  }

  async visitorSays(channel: string, id: string, text: string): Promise<void> {
    const path = (await this.line(new RegExp(`^POST .*/${channel}$`))).slice("POST ".length);
    const body = JSON.stringify({ sender: { id }, message: { type: "text", text } });
    const answer = await fetch(`${this.url}${path}`, { method: "POST", body });
    if (!answer.ok) throw new Error(`the message was answered ${answer.status}`);
  }

  /** The messages that agents have written to a visitor. */
  to(visitor: string): readonly (readonly [sender: string, text: string | undefined])[] {
    const own = this.messages.filter(({ recipient }) => recipient.id === visitor);
    return own.map(({ sender, message }) => [sender.name, message.text]);
  }

  /** A request of the operator. */
  async admin(method: string, path: string, body?: object): Promise<Response> {
    const headers = {
      authorization: `Bearer ${this.#ready[2]}`,
      "content-type": "application/json",
    };
    return fetch(`${this.url}/admin/v1/${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  /** Ends the host as an operator does. */
  async stop(): Promise<readonly unknown[]> {
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    return exited;
  }

  clear(): void {
    for (const close of this.#closes.toReversed()) close();
  }

  get #ready(): readonly string[] {
    return (this.#find(/^ready /) ?? "").split(" ");
  }

  #find(pattern: RegExp): string | undefined {
    return this.#lines.find((line) => pattern.test(line));
  }
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return String(port);
}
