import type { Transport, TransportFailure, TransportRequest, TransportResult } from "@parley/core";
import { responseOf } from "./scripted-transport.ts";

/**
 * The fault of one POST.
 * - `not-sent`: nothing is sent. `unreachable`: nothing arrives.
 * - `no-reply`: it arrives, and there is no reply until the attempt ends. `dripping`: the same, with a head and single
 *   bytes.
 * - `reply-lost`: it arrives, and the connection breaks before the reply is read.
 * - `failure-shape`, `redirect`, `garbage`: it arrives and gets this reply.
 * - `slow`: it arrives, and the reply comes once `until` settles.
 * - `late`: it is sent once `until` settles.
 */
export type TransportFault =
  | "not-sent"
  | "unreachable"
  | "no-reply"
  | "dripping"
  | "reply-lost"
  | "failure-shape"
  | "redirect"
  | "garbage"
  | { readonly kind: "slow" | "late"; readonly until: Promise<unknown> };

/** Chooses the fault of a POST; `null`: none. `index` counts POSTs from 0. */
export type ChooseTransportFault = (
  request: TransportRequest,
  index: number,
) => TransportFault | null;

const replies = {
  "failure-shape": [200, '{"error":{"code":1,"message":"a fault was injected"}}'],
  redirect: [302, ""],
  garbage: [200, "<html>It works!"],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

/** `inner` with injected faults. A request that arrives reaches `inner` with its own permit and signal. */
export function faultyTransport(inner: Transport, choose: ChooseTransportFault): Transport {
  let count = 0;
  return {
    post: (request) => {
      const fault = choose(request, count);
      count += 1;
      return postWith(fault, inner, request);
    },
  };
}

async function postWith(
  fault: TransportFault | null,
  inner: Transport,
  request: TransportRequest,
): Promise<TransportResult> {
  if (fault === "not-sent" || fault === "unreachable") return failure(fault);
  if (typeof fault === "object" && fault?.kind === "late" && !(await comes(fault.until, request)))
    return failure("not-sent");
  const result = await inner.post(request);
  if (fault === null || result.kind === "failure") return result;
  return spoil(fault, result, request);
}

/** Applies the fault to a reply that arrived. */
async function spoil(
  fault: TransportFault,
  result: TransportResult,
  request: TransportRequest,
): Promise<TransportResult> {
  if (typeof fault === "object") {
    return (await comes(fault.until, request)) ? result : failure("timeout");
  }
  if (fault === "no-reply" || fault === "dripping") {
    await comes(new Promise(() => {}), request);
    return failure("timeout");
  }
  if (fault === "failure-shape" || fault === "redirect" || fault === "garbage") {
    const [status, body] = replies[fault];
    return responseOf(status, body);
  }
  return failure("unreadable-answer");
}

/** Whether `until` settles before the attempt ends. */
function comes(until: Promise<unknown>, { signal }: TransportRequest): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(false);
    signal.addEventListener("abort", () => resolve(false), { once: true });
    void until.finally(() => resolve(true)).catch(() => {});
  });
}

function failure(reason: TransportFailure): TransportResult {
  return { kind: "failure", failure: reason };
}
