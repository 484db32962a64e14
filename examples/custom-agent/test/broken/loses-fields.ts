import type { ContainerModule } from "inversify";
import { echoOf, receiptOf, unlessAborted, variant } from "./variant.ts";

/** Passes on only the fields it knows. */
export const losesFields = (): ContainerModule =>
  variant((outbox) => async (event, signal) => {
    const { message, ...echo } = echoOf(event);
    const { thumb: _, performer: __, ...known } = { thumb: null, performer: null, ...message };
    return receiptOf(await unlessAborted(outbox.send({ ...echo, message: known }), signal));
  });
