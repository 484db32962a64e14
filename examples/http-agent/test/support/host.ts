import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { vi } from "vitest";
import { freePort, Program } from "./program.ts";

const main = resolve(import.meta.dirname, "../../dist/main.js");

/** The example's gateway, in a process of its own. */
export class Host {
  /** For it and the app. */
  readonly directory: string;
  readonly program: Program;
  readonly appPort: string;

  private constructor(directory: string, program: Program, appPort: string) {
    this.directory = directory;
    this.program = program;
    this.appPort = appPort;
  }

  static async start(mode: "terminal" | "push" | "pull"): Promise<Host> {
    const directory = mkdtempSync(join(tmpdir(), "parley-http-agent-"));
    const appPort = await freePort();
    const env = { PORT: await freePort(), APP_URL: `http://127.0.0.1:${appPort}` };
    const program = new Program({ command: [process.execPath, main, mode], directory, env });
    const host = new Host(directory, program, appPort);
    try {
      await host.startAgain();
    } catch (error) {
      await host.close();
      throw error;
    }
    return host;
  }

  /** Returns once it listens. */
  async startAgain(): Promise<void> {
    const before = this.#curls;
    await this.program.start();
    await vi.waitUntil(() => this.#curls > before, { timeout: 30_000 });
  }

  /** A setting of the app, as the gateway has printed it. */
  setting(name: string): string {
    const prefix = `export ${name}=`;
    const line = this.program.lines.find((one) => one.startsWith(prefix));
    return line?.slice(prefix.length) ?? "";
  }

  /** Where visitors write. */
  get ingressUrl(): string {
    const lines = this.program.lines.join("\n");
    return /^curl (http\S+)/m.exec(lines)?.[1] ?? "";
  }

  async visitorSays(visitor: string, text: string): Promise<void> {
    const body = { sender: { id: visitor, name: visitor }, message: { type: "text", text } };
    const answer = await fetch(this.ingressUrl, { method: "POST", body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`the message was answered ${answer.status}`);
  }

  /** Whether visitors are told that somebody is there. */
  async availability(): Promise<string> {
    return (await fetch(`${this.ingressUrl}/status`)).text();
  }

  /** What a visitor has got. */
  answersTo(visitor: string): readonly string[] {
    const prefix = `  ${visitor} got from `;
    const lines = this.program.lines.filter((line) => line.startsWith(prefix));
    return lines.map((line) => line.slice(line.indexOf(": ") + 2));
  }

  async close(): Promise<void> {
    await this.program.kill();
    rmSync(this.directory, { recursive: true });
  }

  get #curls(): number {
    return this.program.lines.filter((line) => line.startsWith("curl ")).length;
  }
}
