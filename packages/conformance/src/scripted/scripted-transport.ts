import type {
  Clock,
  Transport,
  TransportFailure,
  TransportRequest,
  TransportResult,
} from "@parley/core";

/** What a scripted endpoint does with one POST. `hang` answers nothing until the attempt is aborted. */
export type Answer =
  | { readonly status: number; readonly body?: string | Uint8Array }
  | { readonly failure: TransportFailure }
  | "hang";

/** One POST as an endpoint saw it. */
export interface Post {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly url: string;
  readonly body: string;
  readonly transfer: "content-length" | "chunked";
  readonly headers: Readonly<Record<string, string>>;
}

export const positive: Answer = Object.freeze({ status: 200, body: '{"result":"ok"}' });

/** As much of an answer as any transport keeps. */
const keptBytes = 64 * 1024;

/** An integrating system at the `Transport` port: keeps every POST, answers as told. */
export class ScriptedTransport implements Transport {
  readonly posts: Post[] = [];
  /** `index` counts POSTs from 0. */
  answer: (post: Post, index: number) => Answer = () => positive;
  /** What befalls the process while a connection is made, before it may write. */
  beforeWriting: () => void = () => {};
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async post(request: TransportRequest): Promise<TransportResult> {
    const { url, body, transfer, headers = {}, signal, permit } = request;
    this.beforeWriting();
    if (signal.aborted || !isPermitted(permit)) return { kind: "failure", failure: "not-sent" };
    const post = { at: this.#clock.now(), url, body, transfer, headers };
    this.posts.push(post);
    const answer = this.answer(post, this.posts.length - 1);
    if (answer === "hang") {
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      return { kind: "failure", failure: "timeout" };
    }
    if ("failure" in answer) return { kind: "failure", failure: answer.failure };
    return responseOf(answer.status, answer.body ?? "");
  }
}

/** A response as a transport hands it over: cut past 64 KiB. */
export function responseOf(status: number, body: string | Uint8Array): TransportResult {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return {
    kind: "response",
    status,
    body: bytes.subarray(0, keptBytes),
    truncated: bytes.length > keptBytes,
  };
}

/** As for every transport, a permit that throws is none. */
function isPermitted(permit: () => boolean): boolean {
  try {
    return permit();
  } catch {
    return false;
  }
}
