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

/** The inspector of a Node process. */
export class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #commands = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) =>
      this.#hear(JSON.parse(String(data)) as Answer),
    );
    socket.addEventListener("close", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("The process ended."));
    });
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

  #command(method: string, params: object = {}): Promise<unknown> {
    this.#commands += 1;
    const id = this.#commands;
    const answered = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answered);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return answered.promise;
  }

  #hear({ id, error, result }: Answer): void {
    const answered = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) answered?.resolve(result);
    else answered?.reject(new Error(error.message));
  }
}
