import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { issueToken } from "@parley/agent-http";
import { freePort } from "../free-port.ts";
import type { AppLink } from "../gateway/options.ts";

const program = resolve(import.meta.dirname, "../../python/ledger_app.py");
const startTries = 300;

/** The agent app in Python, in a process that can be killed and started again. */
export class AppProcess {
  /** For the gateways. */
  readonly link: AppLink;
  readonly #directory = mkdtempSync(join(tmpdir(), "parley-agent-app-"));
  readonly #env: Record<string, string>;
  readonly #mode: "push" | "pull";
  #child: ChildProcess | null = null;

  private constructor(mode: "push" | "pull", port: number) {
    const { token, digest: tokenDigest } = issueToken();
    const secret = `whsec_${randomBytes(32).toString("base64")}`;
    const push = mode === "push" ? { url: `http://127.0.0.1:${port}`, secret } : null;
    this.#mode = mode;
    this.link = { tokenDigest, push };
    this.#env = {
      AGENT_TOKEN: token,
      AGENT_SECRET: secret,
      PORT: String(port),
      DATA: this.ledgerPath,
    };
  }

  /** Chooses its port and its secrets, before the gateways are started. */
  static async prepare(mode: "push" | "pull"): Promise<AppProcess> {
    return new AppProcess(mode, await freePort());
  }

  get ledgerPath(): string {
    return join(this.#directory, "ledger.db");
  }

  /** @param gatewayUrls where it asks. Resolves once its ledger is there. @throws when Python is not installed */
  async start(gatewayUrls: readonly string[]): Promise<void> {
    this.#env["AGENT_URLS"] = gatewayUrls.map((url) => `${url}/agents/app`).join(",");
    await this.startAgain();
    for (let tries = 0; tries < startTries; tries += 1) {
      if (existsSync(this.ledgerPath)) return void (await pause(500));
      await pause(50);
    }
    throw new Error("the agent app has not started");
  }

  async startAgain(): Promise<void> {
    const env = { ...process.env, ...this.#env };
    const stdio = ["ignore", "ignore", process.env["APP_SAYS"] ? "inherit" : "ignore"] as const;
    this.#child = spawn("python3", [program, this.#mode], { env, stdio: [...stdio] });
    await once(this.#child, "spawn");
  }

  async kill(): Promise<void> {
    if (this.#child === null || this.#child.exitCode !== null) return;
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await exited;
  }

  /** Kills it and removes its files. */
  async close(): Promise<void> {
    await this.kill();
    rmSync(this.#directory, { recursive: true });
  }
}
