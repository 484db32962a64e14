import type { ContainerModule } from "inversify";
import { echoOf, receiptOf, unlessAborted, variant } from "./variant.ts";

/** Rejects without a reason. */
export const givesNoReason = (): ContainerModule =>
  variant((outbox) => async (event, signal) => {
    const receipt = receiptOf(await unlessAborted(outbox.send(echoOf(event)), signal));
    return receipt.outcome === "rejected" ? { outcome: "rejected", reason: "" } : receipt;
  });
