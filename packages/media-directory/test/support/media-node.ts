import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

/** Where a node keeps everything, and the step of a copy at which it dies: none, or before draft or row are whole. */
export interface NodePlace {
  readonly connection: string;
  readonly directory: string;
  readonly diesAt: "never" | "draft" | "row";
}

interface Said {
  readonly url?: string;
  readonly failed?: object;
  readonly result?: unknown;
}

/** A node in a separate process. */
export class MediaNode {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  /** @throws what the gateway throws */
  static async start(place: NodePlace): Promise<MediaNode> {
    const program = new URL("./media-node.fixture.ts", import.meta.url);
    const child = fork(program, [JSON.stringify(place)], {
      execArgv: ["--conditions=@parley/source"],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const died = once(child, "exit").then(() => {
      throw new Error("the node did not start");
    });
    const [said] = (await Promise.race([once(child, "message"), died])) as [Said];
    died.catch(() => undefined);
    if (said.failed !== undefined) throw Object.assign(new Error("it did not start"), said.failed);
    return new MediaNode(child, said.url ?? "");
  }

  /** Runs a command of the node. `null`: the node died. */
  async ask<Result>(name: string, value: unknown = ""): Promise<Result | null> {
    const exit = once(this.#child, "exit").then(() => null);
    const answer = once(this.#child, "message") as Promise<[Said]>;
    answer.catch(() => undefined);
    this.#child.send([name, typeof value === "string" ? value : JSON.stringify(value)]);
    const first = await Promise.race([answer, exit]);
    return first === null ? null : (first[0].result as Result);
  }

  /** The signal that ended it. */
  get killedBy(): NodeJS.Signals | null {
    return this.#child.signalCode;
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill("SIGKILL");
    await once(this.#child, "exit");
  }
}
