import type {
  Clock,
  Transport,
  TransportFailure,
  TransportRequest,
  TransportResult,
} from "@parley/core";

/** The reaction of a scripted endpoint to a POST. `hang` waits until the attempt is aborted. */
export type Answer =
  | { readonly status: number; readonly body?: string | Uint8Array }
  | { readonly failure: TransportFailure }
  | "hang";

/** One POST that reached the endpoint. */
export interface Post {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly url: string;
  readonly body: string;
  readonly transfer: "content-length" | "chunked";
  readonly headers: Readonly<Record<string, string>>;
}

export const positive: Answer = Object.freeze({ status: 200, body: '{"result":"ok"}' });

/** How many bytes of an answer a transport keeps. */
const keptBytes = 64 * 1024;

/** A `Transport` that records every POST and returns scripted answers. */
export class ScriptedTransport implements Transport {
  readonly posts: Post[] = [];
  /** `index` counts POSTs from 0. */
  answer: (post: Post, index: number) => Answer = () => positive;
  /** Runs while the connection is opened, before the permit. */
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

/** A response as a transport returns it, cut at 64 KiB. */
export function responseOf(status: number, body: string | Uint8Array): TransportResult {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return {
    kind: "response",
    status,
    body: bytes.subarray(0, keptBytes),
    truncated: bytes.length > keptBytes,
  };
}

/** A permit that throws means no, as for every transport. */
function isPermitted(permit: () => boolean): boolean {
  try {
    return permit();
  } catch {
    return false;
  }
}
