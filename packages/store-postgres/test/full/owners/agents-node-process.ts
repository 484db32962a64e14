import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const program = fileURLToPath(new URL("../../programs/agents-node.ts", import.meta.url));

/** Where a node runs, and with what. */
export interface NodePlace {
  readonly connection: string;
  readonly schema: string;
  readonly appsUrl: string;
  readonly shopUrl: string;
  readonly failOverAfterMs: number;
  /** The channel that it adds; empty: none. */
  readonly channelId: string;
}

/** A gateway in a process of its own. */
export class AgentsNode {
  readonly process: ChildProcess;
  readonly url: string;
  /** The path of the channel that it has added. */
  readonly path: string;

  private constructor(process: ChildProcess, url: string, path: string) {
    this.process = process;
    this.url = url;
    this.path = path;
  }

  static async start(place: NodePlace): Promise<AgentsNode> {
    const { connection, schema, appsUrl, shopUrl, failOverAfterMs, channelId } = place;
    const given = [connection, schema, appsUrl, shopUrl, String(failOverAfterMs), channelId];
    const child = spawn(process.execPath, ["--conditions=@parley/source", program, ...given], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const line = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
    const [url = "", path = ""] = String(line.value).split(" ");
    return new AgentsNode(child, url, path);
  }

  async kill(): Promise<void> {
    this.process.kill("SIGKILL");
    await once(this.process, "exit");
  }

  freeze(): void {
    this.process.kill("SIGSTOP");
  }

  thaw(): void {
    this.process.kill("SIGCONT");
  }

  /** A visitor writes. `true`: the message was accepted. */
  async say(path: string, visitor: string, text: string): Promise<boolean> {
    const body = JSON.stringify({ sender: { id: visitor }, message: { type: "text", text } });
    const request = { method: "POST", body, signal: AbortSignal.timeout(3_000) };
    return fetch(this.url + path, request).then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  async order<Answer>(order: object): Promise<Answer> {
    const answer = await fetch(`${this.url}/order`, {
      method: "POST",
      body: JSON.stringify(order),
    });
    return (await answer.json()) as Answer;
  }
}
