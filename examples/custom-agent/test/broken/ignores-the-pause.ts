import type { ContainerModule } from "inversify";
import { echoOf, receiptOf, unlessAborted, variant } from "./variant.ts";

/** Takes a request to wait for a failure, so that it comes again after a second. */
export const ignoresThePause = (): ContainerModule =>
  variant((outbox) => async (event, signal) => {
    const receipt = receiptOf(await unlessAborted(outbox.send(echoOf(event)), signal));
    if (receipt.outcome === "later") throw new Error("the app is busy");
    return receipt;
  });
