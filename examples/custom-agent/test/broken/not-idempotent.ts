import type { ContainerModule } from "inversify";
import { echoOf, receiptOf, unlessAborted, variant } from "./variant.ts";

/** Does the work anew every time the event comes. */
export const notIdempotent = (): ContainerModule =>
  variant((outbox) => async (event, signal) => {
    const sending = outbox.send({ ...echoOf(event), idempotencyKey: null });
    return receiptOf(await unlessAborted(sending, signal));
  });
