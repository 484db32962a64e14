import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

const timeoutMs = 30_000;

/** Tests the packages installed in `directory` with one version of Node. */
export class Trial {
  readonly #node: string;
  readonly #directory: string;

  constructor(node: string, directory: string) {
    this.#node = node;
    this.#directory = directory;
  }

  /** As in `process.version`. @throws when this Node is not installed. */
  version(): string {
    const { error, stdout } = this.#run(["--version"]);
    if (error !== undefined) throw new Error(`${this.#node} cannot be run`, { cause: error });
    return stdout.trim();
  }

  /** Imports every module of every package: specifier → number of values. @throws when an import fails. */
  imports(): Record<string, number> {
    const { status, stdout, stderr } = this.#run(["everything.ts"]);
    if (status !== 0) throw new Error(`the packages cannot be imported:\n${stderr}`);
    return JSON.parse(stdout) as Record<string, number>;
  }

  /** Runs an installed command with `--help`. @throws when it fails. */
  help(command: string): void {
    const path = join(this.#directory, "node_modules/.bin", command);
    const { status, stdout, stderr } = this.#run([path, "--help"]);
    if (status !== 0 || stdout === "") throw new Error(`${command} --help failed:\n${stderr}`);
  }

  /**
   * Runs the README's host unchanged, sends a visitor's message, requests the status, and stops it.
   * @throws when a step fails.
   */
  async host(): Promise<void> {
    rmSync(join(this.#directory, "echo-data"), { recursive: true, force: true });
    const port = await freePort();
    const host = spawn(this.#node, ["--import", "./listen-elsewhere.mjs", "main.ts"], {
      cwd: this.#directory,
      env: { ...process.env, LISTEN_ON: String(port), CHAT_API_URL: "https://127.0.0.1:1" },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: timeoutMs,
      killSignal: "SIGKILL",
    });
    let said = "";
    host.stderr.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
    const exited = once(host, "exit") as Promise<[number | null, string | null]>;
    try {
      const told = once(host.stdout.setEncoding("utf8"), "data") as Promise<[string]>;
      const [line] = await Promise.race([told, exited.then(() => [""] as const)]);
      const isOver = () => host.exitCode !== null;
      await chat(`http://127.0.0.1:${port}${/(\/chat\/\S+)/.exec(line)?.[1] ?? ""}`, isOver);
    } catch (error) {
      host.kill("SIGKILL");
      throw new Error(`the host does not work:\n${said}`, { cause: error });
    }
    host.kill("SIGTERM");
    const [code, signal] = await exited;
    if (code !== 0) throw new Error(`the host ended with ${code ?? signal}:\n${said}`);
  }

  #run(values: readonly string[]) {
    return spawnSync(this.#node, values, {
      cwd: this.#directory,
      encoding: "utf8",
      timeout: timeoutMs,
    });
  }
}

async function chat(url: string, isOver: () => boolean): Promise<void> {
  const body = JSON.stringify({ sender: { id: 1 }, message: { type: "text", text: "hello" } });
  const answer = await listening(() => fetch(url, { method: "POST", body }), isOver);
  const text = await answer.text();
  if (text !== '{"result":"ok"}')
    throw new Error(`a message was answered ${answer.status} ${text}`);
  const status = await (await fetch(`${url}/status`)).text();
  if (status !== "1") throw new Error(`the status is ${status}`);
}

/** The host prints its channel a moment before it listens. */
async function listening(ask: () => Promise<Response>, isOver: () => boolean): Promise<Response> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (isOver()) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await once(server.close(), "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
