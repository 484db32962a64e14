import { type Dispatcher, Pool } from "undici";

/** Posts a body to the receiver. @throws Error unless the answer is 200. The message must then be delivered again. */
export type Post = (body: string) => Promise<void>;

const headers = { "content-type": "application/json" };

/**
 * The delivery of every stack without its own transport: undici with 64 connections. It uses `dispatch`, which costs
 * half of `request`.
 */
export function postTo(receiverPort: number, path = "/ok/in", connections = 64): Post {
  const pool = new Pool(`http://127.0.0.1:${receiverPort}`, { connections });
  return (body) =>
    new Promise((resolve, reject) => {
      pool.dispatch(
        { path, method: "POST", headers, body },
        new Answer((status) => {
          if (status === 200) resolve();
          else reject(new Error(`answered ${status}`));
        }, reject),
      );
    });
}

/** Reads an answer to its end, and keeps its status. */
class Answer implements Dispatcher.DispatchHandler {
  readonly #ended: (status: number) => void;
  readonly #failed: (error: Error) => void;
  #status = 0;

  constructor(ended: (status: number) => void, failed: (error: Error) => void) {
    this.#ended = ended;
    this.#failed = failed;
  }

  onRequestStart(): void {}

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.#status = status;
  }

  onResponseData(): void {}

  onResponseEnd(): void {
    this.#ended(this.#status);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#failed(error);
  }
}
