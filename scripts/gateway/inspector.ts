import { once } from "node:events";

/** Bytes of a process. */
export interface ProcessMemory {
  /** What its JavaScript holds, buffers included. */
  readonly inUse: number;
  /** What the system has given it. */
  readonly resident: number;
}

interface Answer {
  readonly id: number;
  readonly error?: { readonly message: string };
  readonly result?: unknown;
}

const memoryNow = "JSON.stringify(process.memoryUsage())";

/** The inspector of a Node process. One command at a time. */
export class Inspector {
  readonly #socket: WebSocket;
  #id = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** @param address the process prints it when its inspector starts */
  static async open(address: string): Promise<Inspector> {
    const socket = new WebSocket(address);
    await once(socket, "open");
    return new Inspector(socket);
  }

  /** Memory of the process as it is now. */
  async memory(): Promise<ProcessMemory> {
    const { result } = (await this.#command("Runtime.evaluate", { expression: memoryNow })) as {
      readonly result: { readonly value: string };
    };
    const { heapUsed, external, rss } = JSON.parse(result.value) as NodeJS.MemoryUsage;
    return { inUse: heapUsed + external, resident: rss };
  }

  /** Collects all garbage, and gives free memory back to the system. */
  async collectGarbage(): Promise<void> {
    await this.#command("HeapProfiler.collectGarbage");
  }

  close(): void {
    this.#socket.close();
  }

  async #command(method: string, params: object = {}): Promise<unknown> {
    this.#id += 1;
    const id = this.#id;
    const answered = new Promise<Answer>((resolve, reject) => {
      const hear = ({ data }: MessageEvent): void => {
        const answer = JSON.parse(String(data)) as Answer;
        if (answer.id !== id) return;
        this.#socket.removeEventListener("message", hear);
        resolve(answer);
      };
      this.#socket.addEventListener("message", hear);
      const ended = (): void => reject(new Error("The process ended."));
      this.#socket.addEventListener("close", ended, { once: true });
    });
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { error, result } = await answered;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }
}
