import type { AgentBackend, DeliveryReport, Receipt, VisitorEvent } from "@parley/core";

/**
 * The fault of one call.
 * - `throw`: the app gets nothing, and the call throws. `silent`: the app gets nothing, and the call ends when its
 *   signal aborts. `hang`: the same, and the call never ends.
 * - `taken-but-lost`: the app takes the event, and its answer is lost.
 * - `reject`: the event is rejected before it reaches the app.
 * - `garbage`: an invalid answer, as a plugin in plain JavaScript may give.
 */
export type BackendFault = "throw" | "silent" | "hang" | "taken-but-lost" | "reject" | "garbage";

/** One call of an agent backend. */
export type BackendCall =
  | { readonly method: "receive"; readonly event: VisitorEvent }
  | { readonly method: "report"; readonly report: DeliveryReport }
  | { readonly method: "availability"; readonly channelId: string };

/** Chooses the fault of a call; `null`: none. `index` counts calls from 0. */
export type ChooseBackendFault = (call: BackendCall, index: number) => BackendFault | null;

/** `inner` with injected faults. An event that `inner` takes is really taken. */
export function faultyBackend(inner: AgentBackend, choose: ChooseBackendFault): AgentBackend {
  let count = 0;
  const next = (call: BackendCall) => {
    const fault = choose(call, count);
    count += 1;
    return fault;
  };
  return {
    availability: (channelId) => {
      const fault = next({ method: "availability", channelId });
      return fault === null ? inner.availability(channelId) : withoutSignal(fault);
    },
    receive: (event, signal) =>
      spoil(next({ method: "receive", event }), signal, () => inner.receive(event, signal)),
    report: (report, signal) =>
      spoil(next({ method: "report", report }), signal, () => inner.report(report, signal)),
  };
}

async function spoil(
  fault: BackendFault | null,
  signal: AbortSignal,
  call: () => Promise<Receipt>,
): Promise<Receipt> {
  if (fault === null) return call();
  if (fault === "reject") return { outcome: "rejected", reason: "a fault was injected" };
  if (fault === "garbage") return "ok" as unknown as Receipt;
  if (fault === "hang") return new Promise(() => {});
  if (fault === "taken-but-lost") await call();
  if (fault === "silent" && !signal.aborted)
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  throw new Error("a fault was injected");
}

/** `availability` gets no signal, so `silent` hangs there. */
async function withoutSignal(fault: BackendFault): Promise<never> {
  if (fault === "silent" || fault === "hang") return new Promise(() => {});
  throw new Error("a fault was injected");
}
