import { AgentBackend, Outbox, type SendAnswer, Timers, type VisitorEvent } from "@parley/core";
import { ContainerModule } from "inversify";

type Receive = AgentBackend["receive"];

/** A correct echo agent except for its `receive`. */
export const variant = (
  makeReceive: (outbox: Outbox, timers: Timers) => Receive,
): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(AgentBackend)
      .toResolvedValue(
        (outbox: Outbox, timers: Timers): AgentBackend => ({
          availability: async () => 1,
          receive: makeReceive(outbox, timers),
          report: async () => ({ outcome: "taken" }),
        }),
        [Outbox, Timers],
      )
      .inSingletonScope();
  });

/** The echo of an event. */
export function echoOf({ id, conversationId, message: whole }: VisitorEvent) {
  const { id: _, ...message } = whole;
  return { conversationId, idempotencyKey: id, sender: { name: "Echo" }, message };
}

/** The answer, unless the signal aborts first. */
export function unlessAborted(
  sending: Promise<SendAnswer>,
  signal: AbortSignal,
): Promise<SendAnswer> {
  const given = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error("given up"));
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
  });
  return Promise.race([sending, given]);
}

/** The event's result for an answer. */
export function receiptOf(answer: SendAnswer): Awaited<ReturnType<Receive>> {
  if (answer.accepted) return { outcome: "taken" };
  const { httpStatus, message: reason, retryAfterSeconds = 1 } = answer.refusal;
  if (httpStatus === 429) return { outcome: "later", inMs: 1_000 * retryAfterSeconds };
  if (httpStatus >= 500) throw new Error(reason);
  return { outcome: "rejected", reason };
}
