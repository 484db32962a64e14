import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

/** Where a node keeps everything: in a PostgreSQL database, or in SQLite files. */
export type NodePlace = { readonly connection: string } | { readonly directory: string };

/** A node in a separate process. */
export class NodeProcess {
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  static async start(place: NodePlace, baseUrl: string): Promise<NodeProcess> {
    const program = new URL("./node-process.fixture.ts", import.meta.url);
    const child = fork(program, [JSON.stringify(place), baseUrl], {
      execArgv: ["--conditions=@parley/source"],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const died = once(child, "exit").then(() => {
      throw new Error("the node did not start");
    });
    const [{ port }] = (await Promise.race([once(child, "message"), died])) as [{ port: number }];
    died.catch(() => undefined);
    return new NodeProcess(child, port);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Adds the channel `shop`. @returns its path with the channel secret. */
  async addChannel(): Promise<string> {
    this.#child.send("add a channel");
    const [{ path }] = (await once(this.#child, "message")) as [{ readonly path: string }];
    return path;
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill("SIGKILL");
    await once(this.#child, "exit");
  }
}
