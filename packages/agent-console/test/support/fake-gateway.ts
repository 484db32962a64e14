import { vi } from "vitest";

interface Asked {
  readonly path: string;
  readonly answer: (response: Response) => void;
}

/** Answers the page's requests when the test says so. */
export class FakeGateway {
  /** Every request: method, path and body. */
  readonly asked: (readonly [method: string, path: string, body: unknown])[] = [];
  readonly #open: Asked[] = [];
  readonly #fetch;

  constructor() {
    this.#fetch = vi.spyOn(globalThis, "fetch").mockImplementation((address, request) => {
      const path = String(address)
        .replace("/console/api", "")
        .replace(/&?before=.*$/, "")
        .replace(/\?$/, "");
      const body: unknown = request?.body ? JSON.parse(String(request.body)) : undefined;
      this.asked.push([request?.method ?? "GET", path, body]);
      return new Promise((answer) => this.#open.push({ path, answer }));
    });
  }

  /** Answers the oldest open request to this path, whatever page it asks for. */
  answer(path: string, body: unknown): Promise<void> {
    return this.#end(path, Response.json(body));
  }

  refuse(path: string, status = 500): Promise<void> {
    return this.#end(path, Response.json({ error: { message: "no" } }, { status }));
  }

  close(): void {
    this.#fetch.mockRestore();
  }

  async #end(path: string, response: Response): Promise<void> {
    const find = () => this.#open.findIndex((asked) => asked.path === path);
    // The page asks a moment after what makes it ask.
    for (let wait = 0; wait < 20 && find() < 0; wait += 1) await new Promise(setImmediate);
    const at = find();
    const [asked] = at < 0 ? [] : this.#open.splice(at, 1);
    if (asked === undefined) throw new Error(`nobody asked for ${path}`);
    asked.answer(response);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  }
}
