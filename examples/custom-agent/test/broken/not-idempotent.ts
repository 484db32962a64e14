import type { ContainerModule } from "inversify";
import { echoOf, receiptOf, unlessAborted, variant } from "./variant.ts";

/** Repeats the work whenever the event is repeated. */
export const notIdempotent = (): ContainerModule =>
  variant((outbox) => async (event, signal) => {
    const sending = outbox.send({ ...echoOf(event), idempotencyKey: null });
    return receiptOf(await unlessAborted(sending, signal));
  });
