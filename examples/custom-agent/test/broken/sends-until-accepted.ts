import type { ContainerModule } from "inversify";
import { echoOf, receiptOf, unlessAborted, variant } from "./variant.ts";

/** Sends an answer that belongs to another agent app's conversation again every second. */
export const sendsUntilAccepted = (): ContainerModule =>
  variant((outbox, timers) => async (event, signal) => {
    const answer = await unlessAborted(outbox.send(echoOf(event)), signal);
    if (answer.accepted || answer.refusal.httpStatus !== 409) return receiptOf(answer);
    const again = async (): Promise<void> => {
      if ((await outbox.send(echoOf(event))).accepted) return;
      timers.after(1_000, () => void again());
    };
    timers.after(1_000, () => void again());
    return { outcome: "taken" };
  });
